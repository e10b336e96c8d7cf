// Who comes into which room of the conference service, and what everybody else is refused.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinConference, type Participant } from '../../../../server/simulator/conference/participant.ts'
import { GONE_MS } from '../../../../src/contract/conference-wire.ts'
import { type ConferenceStage, eventually, startConferenceStage } from './conference-stage.ts'

let stage: ConferenceStage
beforeAll(async () => {
  stage = await startConferenceStage()
})
afterEach(() => stage.empty())
afterAll(() => stage.stop())

/** Nothing is sent or shown in these: who is where is what counts. */
const quiet = { audio: false, video: false, room: { audio: 1, video: 1 } }
const names = (participant: Participant) => [...participant.members().keys()].sort()
const post = async (path: string, body: unknown) => {
  const response = await fetch(`${stage.server.url}/conference/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: response.status,
    ...((await response.json()) as { ret?: number; msg?: string; data?: unknown }),
  }
}
const get = async (path: string) =>
  (await (await fetch(`${stage.server.url}/conference/${path}`)).json()) as {
    ret: number
    msg?: string
    data?: string[]
  }
const login = (accountName: string, password: string) => ({
  accountName,
  password,
  appKey: 'built-in',
  regionId: '0',
  roomType: 1,
  webrtcVersion: 1,
})
const placeOf = ({ place }: Participant) => `${place.confNum}/${place.instanceId}`

describe('the way in', () => {
  test('a ticket is good for its room and its holder only', async () => {
    const one = await stage.person()
    const ticket = await stage.open(one.token, '2001')
    expect(ticket).toMatchObject({
      provider: 'builtIn',
      roomId: '2001',
      userId: one.id,
      accountName: one.userName,
      service: '/conference',
    })
    const other = await stage.person()
    for (const [account, password] of [
      [other.userName, ticket.password],
      [one.userName, `${ticket.password}x`],
      [one.userName, ticket.password.replace(/^./, letter => (letter === 'a' ? 'b' : 'a'))],
      [one.userName, 'Test-2026!'],
      [one.userName, '.'],
    ] as const)
      expect(await post('v1/conference/7', login(account, password))).toMatchObject({
        ret: 1,
        msg: 'not allowed',
      })
    await expect(
      joinConference({ ticket: { ...stage.ticketOf(ticket), roomId: '2002' }, ...quiet }),
    ).rejects.toThrow('forbidden')
  })

  test('a session that is over lets nobody in, and puts out who is in', async () => {
    const one = await stage.person()
    const ticket = await stage.open(one.token, '2003')
    const inside = await joinConference({ ticket: stage.ticketOf(ticket), ...quiet })
    await stage.server.call('/api/auth/auth/logout', { token: one.token, body: {} })
    await eventually('put out', () =>
      inside.told.some(told => told.event === 'onconfdidleave' && told.reason === 'forbidden'),
    )
    expect(await post('v1/conference/7', login(one.userName, ticket.password))).toMatchObject({ ret: 1 })
  })

  test('whoever may not join gets no ticket', async () => {
    const { server } = stage
    const visitor = await server.call('/api/device/conference/open', {
      token: server.tokens.visitor,
      body: { roomId: '1' },
    })
    expect(visitor.id).toBe('forbidden')
    const nobody = await server.call('/api/device/conference/open', { body: { roomId: '1' } })
    expect(nobody.id).toBe('session.ended')
  })

  test('the same number in another tenant is another room', async () => {
    const here = await stage.join((await stage.person()).token, '2004', quiet)
    const stranger = await stage.person('租户管理员', stage.server.there)
    const there = await stage.join(stranger.token, '2004', quiet)
    await sleep(600)
    expect([names(here), names(there)]).toEqual([[], []])
    const { data } = await stage.server.call('/api/device/conference/rooms', { token: stranger.token })
    expect(data).toMatchObject([{ roomId: '2004', participants: 1, capacity: 16 }])
  })

  test.each([
    ['12a', 'field.digits'],
    ['1234567890', 'field.digits'],
    ['', 'field.digits'],
  ])('%j is no room number', async (roomId, id) => {
    const { token } = await stage.person()
    expect(await stage.server.call('/api/device/conference/open', { token, body: { roomId } })).toMatchObject(
      {
        id,
        field: 'roomId',
      },
    )
  })
})

describe('the password of a room', () => {
  test('is asked for, kept hashed, and told to hosts inside', async () => {
    await stage.keepRoom('3001', { password: 'open sesame' })
    const row = await stage.server.sql(sql =>
      sql.first<{ row: string }>(`select r::text as row from conference_room r where number = '3001'`),
    )
    expect(row?.row).not.toContain('sesame')
    const host = await stage.person()
    await expect(stage.open(host.token, '3001')).rejects.toThrow('conference.password')
    await expect(stage.open(host.token, '3001', 'wrong')).rejects.toThrow('conference.password')
    const ticket = await stage.open(host.token, '3001', 'open sesame')
    const inside = await joinConference({ ticket: stage.ticketOf(ticket), ...quiet })
    const joined = inside.told.find(told => told.event === 'onconfjoinok')
    expect(joined).toMatchObject({ room: { password: 'open sesame', displayName: 'Room 3001' } })
    const patrol = await stage.person('巡逻人员')
    const plain = await joinConference({
      ticket: stage.ticketOf(await stage.open(patrol.token, '3001', 'open sesame')),
      ...quiet,
    })
    expect(plain.told.find(told => told.event === 'onconfjoinok')).toMatchObject({ room: { password: null } })
    const { data } = await stage.server.call('/api/device/conference/rooms', { token: patrol.token })
    expect(data).toContainEqual(expect.objectContaining({ roomId: '3001', locked: true, participants: 2 }))
  })

  test('tried by force is not answered any more, not even when it is right', async () => {
    await stage.keepRoom('3002', { password: 'open sesame' })
    const { token } = await stage.person()
    for (let tries = 0; tries < 5; tries++)
      await expect(stage.open(token, '3002', `guess ${tries}`)).rejects.toThrow('conference.password')
    await expect(stage.open(token, '3002', 'guess 6')).rejects.toThrow('session.throttled')
    await expect(stage.open(token, '3002', 'open sesame')).rejects.toThrow('session.throttled')
    // The next one is not locked out by it.
    await expect(stage.open((await stage.person()).token, '3002', 'open sesame')).resolves.toBeDefined()
  })

  test('is taken off by an empty one, and left alone by none', async () => {
    await stage.keepRoom('3003', { password: 'open sesame' })
    const { server } = stage
    const row = async () => {
      const { data } = await server.call('/api/device/conferenceRoom/page', {
        token: server.tokens.admin,
        query: { number: '3003' },
      })
      const [found] = (data as { list: Record<string, unknown>[] }).list
      return found ?? {}
    }
    const save = async (more: Record<string, unknown>) => {
      const { id, version, number, name, capacity, waitForHost, recordingAllowed } = await row()
      const body = { id, version, number, name, capacity, waitForHost, recordingAllowed, ...more }
      expect(
        await server.call('/api/device/conferenceRoom/save', { token: server.tokens.admin, body }),
      ).toMatchObject({ code: 0 })
    }
    expect(await row()).toMatchObject({ hasPassword: true })
    expect(JSON.stringify(await row())).not.toMatch(/argon2|sesame/)
    await save({ name: 'Another name' })
    expect(await row()).toMatchObject({ hasPassword: true, name: 'Another name' })
    await save({ password: '' })
    expect(await row()).toMatchObject({ hasPassword: false })
  })
})

test('the seventeenth is refused, with a ticket as without one', { timeout: 60_000 }, async () => {
  const people = await Promise.all(Array.from({ length: 17 }, () => stage.person()))
  const last = people.pop()
  if (!last) throw new Error('nobody')
  const early = await stage.open(last.token, '4001')
  for (const { token } of people) await stage.join(token, '4001', { ...quiet, room: { audio: 0, video: 0 } })
  await expect(stage.open(last.token, '4001')).rejects.toThrow('conference.full')
  await expect(joinConference({ ticket: stage.ticketOf(early), ...quiet })).rejects.toThrow('full')
  // Who is in already may come in elsewhere: that is no seventeenth.
  await expect(stage.open(people[0]?.token ?? '', '4001')).resolves.toBeDefined()
})

describe('the conversation', () => {
  test('of another is nobody else’s', async () => {
    const one = await stage.join((await stage.person()).token, '5001', quiet)
    const strange = randomBytes(24).toString('base64url')
    expect(await get(`v1/get/5001/${strange}`)).toEqual({ ret: 3, msg: 'invalid instanceId' })
    expect(await get(`v1/get/5002/${one.place.instanceId}`)).toEqual({ ret: 2, msg: 'invalid confNum' })
    expect(await post(`v1/set/5001/${strange}`, { data: [] })).toMatchObject({
      ret: 3,
      msg: 'invalid instanceId',
    })
    expect(await post(`v1/set/5002/${one.place.instanceId}`, { data: [] })).toMatchObject({
      ret: 2,
      msg: 'invalid confNum',
    })
    const forged = { from: 'somebody', to: 'service', type: 'cmd', txt: '{"cmd":"leaveroom"}' }
    expect(await post(`v1/set/${placeOf(one)}`, { data: [JSON.stringify(forged)] })).toMatchObject({ ret: 4 })
    expect(one.told.some(({ event }) => event === 'onconfdidleave')).toBe(false)
  })

  test.each(['v1/conference/0', 'v1/conference/101', 'v1/conference/1e1'])(
    '%s is no service number',
    async path => {
      expect(await post(path, login('a', 'b'))).toMatchObject({ ret: 2, msg: 'invalid confNum' })
    },
  )

  test('takes nothing that is too large, or not what it says', async () => {
    const { token, userName } = await stage.person()
    const one = await stage.join(token, '5003', quiet)
    const send = (message: object) => post(`v1/set/${placeOf(one)}`, { data: [JSON.stringify(message)] })
    const from = { from: userName, to: 'service' }
    const offer = (sdp: string) => ({ ...from, type: 'sdp', sdp: { type: 'offer', sdp } })
    expect(await send(offer('v'.repeat(65_537)))).toMatchObject({ ret: 4 })
    expect((await post(`v1/set/${placeOf(one)}`, { data: ['v'.repeat(1_000_000)] })).status).toBe(413)
    expect(await post(`v1/set/${placeOf(one)}`, '[[[[')).toMatchObject({ id: 'field.json' })
    expect(await post(`v1/set/${placeOf(one)}`, { data: 'text' })).toMatchObject({ ret: 4 })
    expect(
      await post(`v1/set/${placeOf(one)}`, { data: Array.from({ length: 41 }, () => '{}') }),
    ).toMatchObject({
      ret: 4,
    })
    for (const txt of [
      '',
      '{}',
      '{"cmd":"drop"}',
      '{"cmd":"setmediainfo","uri":"x","type":"video","ps":-1,"fps":1}',
    ])
      expect(await send({ ...from, type: 'cmd', txt })).toMatchObject({ ret: 4 })
    // None of that has hurt: what is right is still taken.
    expect(await send({ ...from, type: 'cmd', txt: '{"cmd":"hand","up":true}' })).toMatchObject({ ret: 0 })
  })

  test('with a description that is none ends for who sent it alone', async () => {
    const { token, userName } = await stage.person()
    const one = await stage.join(token, '5004', quiet)
    const other = await stage.join((await stage.person()).token, '5004', quiet)
    const message = {
      from: userName,
      to: 'service',
      type: 'sdp',
      sdp: { type: 'offer', sdp: 'v=0\r\nm=nonsense' },
    }
    await post(`v1/set/${placeOf(one)}`, { data: [JSON.stringify(message)] })
    await eventually('put out', () =>
      one.told.some(told => told.event === 'onconfdidleave' && told.reason === 'failed'),
    )
    await eventually('the other is told', () => names(other).length === 0)
  })

  test('has a budget', async () => {
    const { token, userName } = await stage.person()
    const one = await stage.join(token, '5005', quiet)
    const hand = { from: userName, to: 'service', type: 'cmd', txt: '{"cmd":"hand","up":true}' }
    const answers = await Promise.all(
      Array.from({ length: 240 }, () => post(`v1/set/${placeOf(one)}`, { data: [JSON.stringify(hand)] })),
    )
    expect(answers.filter(({ ret }) => ret === 5).length).toBeGreaterThan(20)
  })

  test('that nobody asks for any more is over after five seconds', { timeout: 30_000 }, async () => {
    const gone = await stage.person()
    const one = await stage.join(gone.token, '5006', quiet)
    const other = await stage.join((await stage.person()).token, '5006', quiet)
    expect(names(other)).toEqual([gone.userName])
    one.vanish()
    await eventually('the other is told', () => names(other).length === 0, GONE_MS + 3_000)
    await eventually('forgotten', async () => (await get(`v1/get/${placeOf(one)}`)).ret === 3)
  })
})

describe('in the room', () => {
  test('who comes back is not there twice, and keeps the raised hand', async () => {
    const { token, userName } = await stage.person()
    const ticket = stage.ticketOf(await stage.open(token, '6001'))
    const before = await joinConference({ ticket, ...quiet })
    const other = await stage.join((await stage.person()).token, '6001', quiet)
    await before.command({ cmd: 'hand', up: true })
    await eventually('the hand', () => other.members().get(userName)?.handSince)
    const after = await joinConference({ ticket, ...quiet, audio: false })
    await eventually('still one', () => names(other).length === 1)
    expect(other.told.some(({ event }) => event === 'onactorleave')).toBe(false)
    expect(after.told.find(told => told.event === 'onconfjoinok')).toMatchObject({
      self: { handSince: expect.any(Number) },
    })
    after.vanish()
  })

  test('who comes in elsewhere leaves the first place', async () => {
    const { token } = await stage.person()
    const first = await stage.join(token, '6002', quiet)
    await stage.join(token, '6002', quiet)
    await eventually('told', () =>
      first.told.some(told => told.event === 'onconfdidleave' && told.reason === 'elsewhere'),
    )
  })

  test('only hosts ask, remove and end', async () => {
    const [host, plain] = [await stage.person(), await stage.person('巡逻人员')]
    const chair = await stage.join(host.token, '6003', quiet)
    const guest = await stage.join(plain.token, '6003', quiet)
    await guest.command({ cmd: 'remove', uri: host.userName })
    await guest.command({ cmd: 'ask', uri: host.userName, kind: 'audio' })
    await chair.command({ cmd: 'ask', uri: plain.userName, kind: 'video' })
    await eventually('asked', () =>
      guest.told.some(told => told.event === 'onasked' && told.kind === 'video'),
    )
    expect(chair.told.some(({ event }) => event === 'onasked' || event === 'onconfdidleave')).toBe(false)
    await chair.command({ cmd: 'remove', uri: plain.userName })
    await eventually('removed', () =>
      guest.told.some(told => told.event === 'onconfdidleave' && told.reason === 'removed'),
    )
    await expect(stage.join(plain.token, '6003', quiet)).rejects.toThrow('removed')
    const late = await stage.person('巡逻人员')
    const other = await stage.join(late.token, '6003', quiet)
    await chair.command({ cmd: 'stopconf' })
    for (const one of [chair, other])
      await eventually('ended', () =>
        one.told.some(told => told.event === 'onconfdidleave' && told.reason === 'ended'),
      )
    const audit = await stage.server.sql(sql =>
      sql.query<{ action: string }>(
        `select action from audit where action like 'conference.%' and detail->>'room' = '6003' order by id`,
      ),
    )
    expect(new Set(audit.map(({ action }) => action))).toEqual(
      new Set(['conference.join', 'conference.leave', 'conference.remove', 'conference.end']),
    )
  })

  test('others wait for a host where the room says so', async () => {
    await stage.keepRoom('6004', { waitForHost: true })
    const [host, plain, refused] = [
      await stage.person(),
      await stage.person('巡逻人员'),
      await stage.person('巡逻人员'),
    ]
    const chair = await stage.join(host.token, '6004', quiet)
    const waiting = stage.join(plain.token, '6004', quiet)
    const turned = stage.join(refused.token, '6004', quiet)
    const away = expect(turned).rejects.toThrow('refused')
    await eventually('both wait', () =>
      chair.told.some(told => told.event === 'onconfstate' && told.waiting?.length === 2),
    )
    expect(names(chair)).toEqual([])
    await chair.command({ cmd: 'admit', uri: plain.userName, yes: true })
    await chair.command({ cmd: 'admit', uri: refused.userName, yes: false })
    await waiting
    await away
    await eventually('one came in', () => names(chair).join() === plain.userName)
  })

  test('what is muted is told to the others, and stays', async () => {
    const one = await stage.person()
    const speaker = await stage.join(one.token, '6005', { ...quiet, audio: true })
    const other = await stage.join((await stage.person()).token, '6005', quiet)
    expect(other.members().get(one.userName)?.state).toBe(11)
    await speaker.set({ audio: false, video: false })
    await eventually('muted', () => other.members().get(one.userName)?.state === 3)
  })
})

describe('guests', () => {
  const link = (token: string, minutes = 60) =>
    stage.server.call('/api/device/conference/guest/link', { token, body: { roomId: '7001', minutes } })
  const open = (code: string, displayName = 'Sun') =>
    stage.server.call('/api/device/conference/guest/open', { body: { code, displayName } })

  test('come in by a link when a host lets them', async () => {
    const host = await stage.person()
    const made = await link(host.token)
    const { code } = made.data as { code: string }
    const opened = await open(code)
    expect(opened).toMatchObject({ code: 0, data: { roomId: '7001', displayName: 'Sun' } })
    const chair = await stage.join(host.token, '7001', quiet)
    const data = opened.data as Parameters<typeof stage.ticketOf>[0]
    const waiting = joinConference({ ticket: stage.ticketOf(data), ...quiet })
    await eventually('waits', () =>
      chair.told.some(told => told.event === 'onconfstate' && told.waiting?.[0]?.is === 'guest'),
    )
    await chair.command({ cmd: 'admit', uri: data.accountName, yes: true })
    const guest = await waiting
    expect(guest.members().get(host.userName)).toBeDefined()
    // A guest is no host, whatever is asked for.
    await guest.command({ cmd: 'remove', uri: host.userName })
    await sleep(700)
    expect(chair.told.some(({ event }) => event === 'onconfdidleave')).toBe(false)
    guest.vanish()
  })

  test('are refused with another code, and when the link has ended', async () => {
    expect(await open(randomBytes(24).toString('base64url'))).toMatchObject({ id: 'conference.guestCode' })
    const { data } = await link((await stage.person()).token)
    await stage.server.sql(sql => sql.change('update conference_guest_link set expires_at = 1'))
    expect(await open((data as { code: string }).code)).toMatchObject({ id: 'conference.guestCode' })
  })

  test('are invited by hosts only, and not for ever', async () => {
    const { token } = await stage.person('巡逻人员')
    expect(await link(token)).toMatchObject({ id: 'forbidden' })
    expect(await link((await stage.person()).token, 100_000)).toMatchObject({
      id: 'field.tooBig',
      field: 'minutes',
    })
  })
})

describe('calling in', () => {
  // Nothing is heard of it in these: after a while it would rightly count as away.
  beforeEach(() =>
    stage.server.sql(sql =>
      sql.change(`update device_state set state = 'online', last_message_at = $2 where device_id = $1`, [
        stage.server.here.deviceId,
        Date.now(),
      ]),
    ),
  )

  test('tells devices that are there, names the others, and refuses those of strangers', async () => {
    const { here, there } = stage.server
    const { token } = await stage.person()
    const calls: unknown[] = []
    stage.server.app.parts.bus.on('conference.called', event => calls.push(...event.calls))
    const call = (imeis: string[]) =>
      stage.server.call('/api/device/order/manyVideoCallToJuphoon', {
        token,
        body: { imeis, hide: false, roomId: '8001', video: true },
      })
    await stage.server.sql(sql =>
      sql.change(`update device_state set state = 'offline' where device_id = $1`, [here.otherDeviceId]),
    )
    expect(await call([here.imei, here.otherImei])).toMatchObject({
      code: 0,
      data: { called: [here.imei], offline: [here.otherImei] },
    })
    expect(calls).toMatchObject([
      {
        imei: here.imei,
        message: { code: '5096', roomId: '8001', hide: false, video: true, accountName: `d${here.imei}` },
      },
    ])
    expect(await call([here.imei, there.imei])).toMatchObject({ id: 'field.reference', field: 'imeis.1' })
    expect(await call([])).toMatchObject({ id: 'nothingSelected' })
    const device = calls[0] as { message: Parameters<typeof stage.ticketOf>[0] }
    const helmet = await joinConference({ ticket: stage.ticketOf(device.message), ...quiet })
    const watcher = await stage.join((await stage.person()).token, '8001', quiet)
    expect(watcher.members().get(`d${here.imei}`)).toMatchObject({
      imei: here.imei,
      displayName: expect.any(String),
    })
    helmet.vanish()
  })

  test('the caller, and nobody else, sees what came of a call', async () => {
    const { server } = stage
    const { here } = server
    const [caller, other] = [await stage.person(), await stage.person()]
    const orders: { message: Parameters<typeof stage.ticketOf>[0] }[] = []
    const stop = server.app.parts.bus.on('conference.called', ({ calls }) => {
      orders.push(...(calls as unknown as typeof orders))
    })
    const call = () =>
      server.call('/api/device/order/manyVideoCallToJuphoon', {
        token: caller.token,
        body: { imeis: [here.imei], hide: false, roomId: '8003', video: true },
      })
    const seenBy = async (token: string) => {
      const { data } = await server.call('/api/device/conference/called?roomId=8003', { token })
      return (data as { imei: string; state: string }[]).map(({ imei, state }) => [imei, state])
    }
    await call()
    expect(await seenBy(caller.token)).toEqual([[here.imei, 'called']])
    expect(await seenBy(other.token)).toEqual([])
    expect(await seenBy((await stage.person(undefined, server.there)).token)).toEqual([])
    const logIn = async () => {
      const { message } = orders.at(-1) ?? { message: undefined }
      if (!message) throw new Error('nobody was called')
      const { data } = await post('v1/conference/1', login(message.accountName, message.password))
      const { confNum, instanceId } = data as { confNum: string; instanceId: string }
      return `v1/set/${confNum}/${instanceId}`
    }
    const say = async (at: string, command: object) =>
      post(at, {
        data: [JSON.stringify({ from: '', to: 'service', type: 'cmd', txt: JSON.stringify(command) })],
      })
    const at = await logIn()
    expect(await seenBy(caller.token)).toEqual([[here.imei, 'heard']])
    await say(at, { cmd: 'leaveroom' })
    expect(await seenBy(caller.token)).toEqual([[here.imei, 'declined']])
    await call()
    expect(await seenBy(caller.token)).toEqual([[here.imei, 'called']])
    const { message } = orders.at(-1) ?? { message: undefined }
    if (!message) throw new Error('nobody was called')
    const helmet = await joinConference({ ticket: stage.ticketOf(message), ...quiet })
    expect(await seenBy(caller.token)).toEqual([[here.imei, 'in']])
    await helmet.leave()
    expect(await seenBy(caller.token)).toEqual([[here.imei, 'left']])
    stop()
  })

  test('who is rung before anybody is in is shown to the first who comes', async () => {
    const caller = await stage.person()
    await stage.server.call('/api/device/order/manyVideoCallToJuphoon', {
      token: caller.token,
      body: { imeis: [stage.server.here.imei], hide: true, roomId: '8004', video: false },
    })
    const inside = await stage.join(caller.token, '8004', quiet)
    await eventually('shown', () =>
      inside.told.some(
        told => told.event === 'onconfstate' && told.ringing?.[0]?.imei === stage.server.here.imei,
      ),
    )
  })

  test('whoever may not come in, or is of another company, is not rung', async () => {
    const { server } = stage
    const [caller, callee] = [await stage.person(), await stage.person()]
    const powerless = await stage.person()
    await server.sql(sql => sql.change('delete from account_role where account_id = $1', [powerless.id]))
    const ring = (userIds: number[]) =>
      server.call('/api/device/conference/ring', { token: caller.token, body: { roomId: '8005', userIds } })
    expect(await ring([callee.id, powerless.id])).toMatchObject({ id: 'field.reference', field: 'userIds.1' })
    expect(await ring([server.there.userId])).toMatchObject({ id: 'field.reference', field: 'userIds.0' })
    const { data } = await server.call('/api/device/conference/people', { token: caller.token })
    const ids = (data as { id: number }[]).map(({ id }) => id)
    expect(ids).toContain(callee.id)
    expect(ids).not.toContain(powerless.id)
    expect(ids).not.toContain(caller.id)
    expect(ids).not.toContain(server.there.userId)
  })

  test('a ring that is declined is over on all consoles, and in the room', async () => {
    const { server } = stage
    const [caller, callee] = [await stage.person(), await stage.person()]
    const inside = await stage.join(caller.token, '8006', quiet)
    const heard: { over: boolean; ringId: number | undefined }[] = []
    const stop = server.app.parts.bus.on('conference.rung', ({ rings, over }) => {
      heard.push({ over, ringId: rings[0]?.ringId })
    })
    const { lines } = server.app.parts
    const { isReachable } = lines
    lines.isReachable = id => id === callee.id
    await server.call('/api/device/conference/ring', {
      token: caller.token,
      body: { roomId: '8006', userIds: [callee.id] },
    })
    lines.isReachable = isReachable
    const decline = () =>
      server.call('/api/device/conference/decline', { token: callee.token, body: { roomId: '8006' } })
    expect(await decline()).toMatchObject({ code: 0 })
    expect(heard).toEqual([
      { over: false, ringId: expect.any(Number) },
      { over: true, ringId: heard[0]?.ringId },
    ])
    await eventually('rung no more', () => {
      const last = inside.told.findLast(({ event }) => event === 'onconfstate')
      return last?.event === 'onconfstate' && last.ringing?.length === 0
    })
    // Nothing is left to decline.
    expect(await decline()).toMatchObject({ code: 0 })
    expect(heard).toHaveLength(2)
    stop()
  })

  test('a call is taken back by who called: nobody rings on, and no device comes in by it', async () => {
    const { server } = stage
    const { here } = server
    const [caller, callee, other] = [
      await stage.person(),
      await stage.person(),
      await stage.person('巡逻人员'),
    ]
    const roomId = '8007'
    const inside = await stage.join(caller.token, roomId, quiet)
    const orders: { message: Parameters<typeof stage.ticketOf>[0] }[] = []
    const toDevices: unknown[] = []
    const rung: { over: boolean; ringId: number | undefined }[] = []
    const { bus, lines } = server.app.parts
    const stops = [
      bus.on('conference.called', ({ calls }) => void orders.push(...(calls as unknown as typeof orders))),
      bus.on('conference.calledOff', event => void toDevices.push(event)),
      bus.on('conference.rung', ({ rings, over }) => void rung.push({ over, ringId: rings[0]?.ringId })),
    ]
    const { isReachable } = lines
    lines.isReachable = id => id === callee.id
    await server.call('/api/device/conference/ring', {
      token: caller.token,
      body: { roomId, userIds: [callee.id] },
    })
    lines.isReachable = isReachable
    await server.call('/api/device/order/manyVideoCallToJuphoon', {
      token: caller.token,
      body: { imeis: [here.imei], hide: false, roomId, video: true },
    })
    const shown = () => {
      const last = inside.told.findLast(({ event }) => event === 'onconfstate')
      return last?.event === 'onconfstate' ? last.ringing?.map(({ key }) => key) : undefined
    }
    await eventually('both ring', () => shown()?.length === 2)
    // A helmet that has logged in and not answered yet.
    const { message } = orders.at(-1) ?? { message: undefined }
    if (!message) throw new Error('nobody was called')
    const { data } = await post('v1/conference/1', login(message.accountName, message.password))
    const { confNum, instanceId } = data as { confNum: string; instanceId: string }

    const callOff = (token: string, keys: string[]) =>
      server.call('/api/device/conference/callOff', { token, body: { roomId, keys } })
    const keys = [`d${here.imei}`, callee.userName]
    expect(await callOff(other.token, keys)).toMatchObject({ id: 'forbidden' })
    expect(await callOff((await stage.person(undefined, server.there)).token, keys)).toMatchObject({
      data: { calledOff: [] },
    })
    expect(await callOff(caller.token, [])).toMatchObject({ id: 'nothingSelected', field: 'keys' })
    expect(await callOff(caller.token, ['u0', ...keys])).toMatchObject({ data: { calledOff: keys } })
    expect(toDevices).toEqual([{ imeis: [here.imei], roomId }])
    expect(rung).toEqual([
      { over: false, ringId: expect.any(Number) },
      { over: true, ringId: rung[0]?.ringId },
    ])
    await eventually('nobody rings', () => shown()?.length === 0)
    const states = await server.call(`/api/device/conference/called?roomId=${roomId}`, {
      token: caller.token,
    })
    expect((states.data as { state: string }[]).map(({ state }) => state)).toEqual(['calledOff', 'calledOff'])
    // The one that had logged in is told, and its way in leads nowhere.
    const told = await get(`v1/get/${confNum}/${instanceId}`)
    expect(JSON.stringify(told)).toContain('onconfjoinfail')
    await expect(joinConference({ ticket: stage.ticketOf(message), ...quiet })).rejects.toThrow('refused')
    expect(await callOff(caller.token, keys)).toMatchObject({ data: { calledOff: [] } })
    // A colleague may still come by themselves, and a device that is called anew too.
    await stage.join(callee.token, roomId, quiet)
    await server.call('/api/device/order/manyVideoCallToJuphoon', {
      token: caller.token,
      body: { imeis: [here.imei], hide: false, roomId, video: true },
    })
    const again = orders.at(-1)?.message
    if (!again) throw new Error('nobody was called')
    const helmet = await joinConference({ ticket: stage.ticketOf(again), ...quiet })
    expect(await callOff(caller.token, keys)).toMatchObject({ data: { calledOff: [] } })
    helmet.vanish()
    for (const stop of stops) stop()
  })

  test('people are rung whose console is there', async () => {
    const [caller, callee] = [await stage.person(), await stage.person()]
    const inside = await stage.join(caller.token, '8002', quiet)
    const ring = (userIds: number[]) =>
      stage.server.call('/api/device/conference/ring', {
        token: caller.token,
        body: { roomId: '8002', userIds },
      })
    expect(await ring([callee.id])).toMatchObject({ data: { ringing: [], offline: [callee.id] } })
    const { lines } = stage.server.app.parts
    const { isReachable } = lines
    lines.isReachable = id => id === callee.id
    expect(await ring([callee.id])).toMatchObject({ data: { ringing: [callee.id], offline: [] } })
    lines.isReachable = isReachable
    await eventually('shown in the room', () =>
      inside.told.some(told => told.event === 'onconfstate' && told.ringing?.[0]?.key === callee.userName),
    )
    await stage.join(callee.token, '8002', quiet)
    await eventually('rung no more', () => {
      const last = inside.told.findLast(({ event }) => event === 'onconfstate')
      return last?.event === 'onconfstate' && last.ringing?.length === 0
    })
    expect(await ring([stage.server.there.userId])).toMatchObject({ id: 'field.reference' })
  })
})

test('a person without the right any more is put out', async () => {
  const { token, id } = await stage.person('巡逻人员')
  const inside = await stage.join(token, '9001', quiet)
  await stage.server.sql(async sql => {
    await sql.change('delete from account_role where account_id = $1', [id])
    sql.afterCommit(() => stage.server.app.parts.bus.emit('rights.changed', { accountIds: [id] }))
  })
  await eventually('put out', () =>
    inside.told.some(told => told.event === 'onconfdidleave' && told.reason === 'forbidden'),
  )
})
