// Rooms that another service carries: what its tickets say, and what is refused because it cannot be kept there.
import { TokenVerifier } from 'livekit-server-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOtherTickets, type Joining } from '../../../../server/modules/conference/other-service.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { type ConferenceStage, startConferenceStage } from './conference-stage.ts'

const secrets: Pick<Secrets, 'keyFor'> = {
  keyFor: purpose => Buffer.from(purpose.padEnd(32, '.')).subarray(0, 32),
}
const joining: Joining = {
  tenantId: 3,
  roomId: '1111',
  userId: 8,
  accountName: 'u8',
  displayName: 'Ada',
  phone: '13800000001',
  kind: 'person',
  capacity: 16,
  imei: null,
}
const LIVEKIT = {
  CONFERENCE_SERVICE: 'livekit',
  CONFERENCE_LIVEKIT_URL: 'wss://livekit.example.org/',
  CONFERENCE_LIVEKIT_KEY: 'key-1',
  CONFERENCE_LIVEKIT_SECRET: 'a secret of more than thirty-two characters',
}
const CLOUD = {
  CONFERENCE_SERVICE: 'cloud',
  CONFERENCE_CLOUD_URL: 'https://conference.example.org/',
  CONFERENCE_CLOUD_APP_KEY: 'app-1',
  CONFERENCE_CLOUD_PASSWORD: 'a password',
}

describe('a ticket', () => {
  const livekit = createOtherTickets(
    { is: 'livekit', url: 'wss://l.example.org', key: 'key-1', secret: LIVEKIT.CONFERENCE_LIVEKIT_SECRET },
    secrets,
  )
  const verifier = new TokenVerifier('key-1', LIVEKIT.CONFERENCE_LIVEKIT_SECRET)
  test('to LiveKit is good for one room, and makes hosts its administrators alone', async () => {
    const ticket = await livekit.ticket(joining)
    const claims = await verifier.verify(ticket.password)
    expect(claims).toMatchObject({ sub: 'u8', name: 'Ada', metadata: '{"kind":"person","imei":null}' })
    expect(claims.video).toMatchObject({
      room: '3-1111',
      roomJoin: true,
      roomAdmin: false,
      canUpdateOwnMetadata: false,
    })
    expect(claims.roomConfig?.maxParticipants).toBe(16)
    expect(claims.video?.roomCreate).toBeUndefined()
    expect((claims.exp ?? 0) - Date.now() / 1000).toBeLessThan(601)
    const host = await verifier.verify((await livekit.ticket({ ...joining, kind: 'host' })).password)
    expect(host.video?.roomAdmin).toBe(true)
    await expect(new TokenVerifier('key-1', 'another secret').verify(ticket.password)).rejects.toThrow()
  })
  test('to the cloud has a generated name, and another number for another tenant', async () => {
    const cloud = createOtherTickets(
      { is: 'cloud', url: 'https://c.example.org', appKey: 'app', password: 'secret', storage: undefined },
      secrets,
      () => 0.5,
    )
    const [one, other, again] = await Promise.all([
      cloud.ticket(joining),
      cloud.ticket({ ...joining, tenantId: 4 }),
      cloud.ticket(joining),
    ])
    expect(one).toMatchObject({ accountName: '1380000000150000000', password: 'secret', roomId: '1111' })
    expect(one.channel).toMatch(/^\d{1,9}$/)
    expect(one.channel).toBe(again.channel)
    expect(one.channel).not.toBe(other.channel)
  })
})

describe.each([
  ['cloud', CLOUD, 'https://conference.example.org', 'app-1'],
  ['livekit', LIVEKIT, 'wss://livekit.example.org', 'key-1'],
] as const)('with %s', (provider, environment, service, appKey) => {
  let stage: ConferenceStage
  beforeAll(async () => {
    stage = await startConferenceStage(environment)
  })
  afterAll(() => stage.stop())

  test('a person gets its ticket, and a wrong password none', async () => {
    const { token, id } = await stage.person()
    const ticket = await stage.open(token, '1111')
    expect(ticket).toMatchObject({ provider, service, appKey, userId: id, roomId: '1111' })
    await stage.keepRoom('2222', { password: 'open sesame' })
    await expect(stage.open(token, '2222', 'wrong')).rejects.toThrow('conference.password')
    expect(await stage.open(token, '2222', 'open sesame')).toMatchObject({ provider, roomId: '2222' })
  })
  test('whoever may not join gets none, and no secret leaves', async () => {
    await expect(stage.open(stage.server.tokens.visitor, '1111')).rejects.toThrow()
    const { token } = await stage.person()
    expect(JSON.stringify(await stage.open(token, '1111'))).not.toContain(LIVEKIT.CONFERENCE_LIVEKIT_SECRET)
  })
  test('what only the built-in service can keep is refused', async () => {
    const { token } = await stage.person()
    const link = await stage.server.call('/api/device/conference/guest/link', {
      token,
      body: { roomId: '1111', minutes: 10 },
    })
    expect(link.id).toBe('conference.unavailable')
    await stage.keepRoom('3333', { waitForHost: true })
    const plain = await stage.person('巡逻人员')
    await expect(stage.open(plain.token, '3333')).rejects.toThrow('conference.unavailable')
    expect(await stage.open(token, '3333')).toMatchObject({ provider })
  })
  test('devices are called by the protocol that they speak', async () => {
    const { server } = stage
    const { token } = await stage.person()
    const heard: unknown[] = []
    const stop = server.app.parts.bus.on('conference.called', ({ calls }) => heard.push(...calls))
    const answer = await server.call('/api/device/order/manyVideoCallToJuphoon', {
      token,
      body: { imeis: [server.here.imei], hide: false, roomId: '1111', video: true },
    })
    stop()
    if (provider === 'livekit') expect(answer.id).toBe('conference.unavailable')
    else
      expect(heard).toMatchObject([
        { imei: server.here.imei, message: { service, appKey, password: CLOUD.CONFERENCE_CLOUD_PASSWORD } },
      ])
  })
})
