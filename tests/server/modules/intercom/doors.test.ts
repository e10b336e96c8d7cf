// Doors and calls over the real server: one answer wins, people talk to each other, a tablet becomes a door unit.
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WHOLE } from '../../../../server/db/scoped.ts'
import { hashDeviceSecret, orderKeyOf } from '../../../../server/device-secret.ts'
import { createCallTokens, NO_TOKEN } from '../../../../server/modules/intercom/call-tokens.ts'
import { hashPassword } from '../../../../server/modules/session/password.ts'
import { connectClient } from '../../../mqtt-client.ts'
import { until } from '../../broker/stage.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../../start.ts'

let server: TestServer
const open: MqttClient[] = []
beforeAll(async () => {
  server = await startServer({
    ICE_SERVERS: 'stun:stun.example:3478, turn:turn.example:3478',
    TURN_SECRET: 'north',
  })
})
afterAll(async () => {
  for (const client of open) client.end(true)
  await server.stop()
})

type Heard = Record<string, unknown>[]
const listen = (client: MqttClient): Heard => {
  const heard: Heard = []
  client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())))
  return heard
}
const address = () => `${server.url.replace('http', 'ws')}/mqtt`

/** A door unit of the tenant `here` that is not connected. */
let number = 0
async function addDoor(kind = 'doorUnit', more: object = {}) {
  const imei = `8699000000000${String(++number).padStart(2, '0')}`
  const secret = `secret of ${imei}`
  const id = await server.sql(async sql => {
    const device = await insert(sql, 'device', {
      tenant_id: server.here.tenantId,
      imei,
      kind,
      name: `Door ${number}`,
      category_id: server.here.categoryId,
      department_id: server.here.departmentId,
      room_no: '0301',
      secret_hash: await hashDeviceSecret(secret),
      order_key: orderKeyOf(secret),
      ...more,
    })
    await sql.change(`insert into device_state (device_id, tenant_id, state) values ($1, $2, 'offline')`, [
      device,
      server.here.tenantId,
    ])
    return device
  })
  return { id, imei, secret }
}

async function connect(imei: string, secret: string): Promise<MqttClient> {
  const client = mqtt.connect(address(), {
    clientId: imei,
    username: imei,
    password: secret,
    reconnectPeriod: 0,
  })
  open.push(client)
  client.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('close', () => reject(new Error('closed')))
  })
  return client
}

async function connectDoor(more: object = {}) {
  const door = await addDoor('doorUnit', more)
  const unit = await connect(door.imei, door.secret)
  const heard = listen(unit)
  await unit.subscribeAsync(`sfwatch/${door.imei}/device`, { qos: 1 })
  const say = (message: object) =>
    unit.publishAsync(`sfwatch/${door.imei}/server`, JSON.stringify(message), { qos: 1 })
  return { ...door, unit, heard, say }
}

/** A console that listens, of whoever has the token. */
async function openConsole(token: string) {
  const { data } = await server.call('/api/message/message/config', { token, body: {} })
  const { username, ticket, clientIdPrefix } = data as Record<string, string>
  const client = await connectClient(address(), {
    clientId: `${clientIdPrefix}${Date.now()}${++number}`,
    username: String(username),
    password: String(ticket),
    reconnectPeriod: 0,
  })
  open.push(client)
  const heard = listen(client)
  await client.subscribeAsync([`acm/${username}/web`, 'acm/notice/web'], { qos: 1 })
  return { client, heard, id: Number(username) }
}

const device = (path: string, token: string | undefined, body: object) =>
  server.call(`/api/device/${path}`, { token, body })
const answerDoor = (token: string, imei: string, more: object = {}) =>
  device('voiceNet/buildToken', token, { imei, ...more })

async function addPerson(username: string, more: object = {}, role = '租户管理员') {
  return server.app.parts.data.scoped(WHOLE, async sql => {
    const id = await insert(sql, 'account', {
      tenant_id: server.here.tenantId,
      username,
      name: `Name of ${username}`,
      password_hash: await hashPassword(PASSWORD),
      ...more,
    })
    await sql.change(
      `insert into account_role (tenant_id, account_id, role_id)
       select $1, $2, id from role where tenant_id = $1 and name = $3`,
      [server.here.tenantId, id, role],
    )
    return id
  })
}

describe('answering a door', () => {
  test('gives what joins the line, and says so to the audit log', async () => {
    const door = await connectDoor()
    await door.say({ code: '5080' })
    const { data, code } = await answerDoor(server.tokens.admin, door.imei, { roomNo: '0301' })
    expect(code).toBe(0)
    const { join } = data as { join: Record<string, unknown> & { iceServers: Record<string, unknown>[] } }
    expect(data).toMatchObject({ deviceUid: '1', deviceToken: expect.stringMatching(/.+/) })
    expect(join).toMatchObject({
      provider: 'builtIn',
      appId: null,
      channel: `${door.imei}0301`,
      offers: false,
      token: NO_TOKEN,
    })
    const [stun, turn] = join.iceServers
    expect(stun).toEqual({ urls: ['stun:stun.example:3478'] })
    expect(turn).toMatchObject({ urls: ['turn:turn.example:3478'], credential: expect.any(String) })
    expect(Number(String(turn?.username).split(':')[0])).toBeGreaterThan(Date.now() / 1000 + 1800)
    const entry = await server.sql(sql =>
      sql.first<{ user_name: string }>(
        `select user_name from audit where action = 'call.answer' and detail->>'imei' = $1`,
        [door.imei],
      ),
    )
    expect(entry?.user_name).toBe('admin')
    await device('voiceNet/property/answer', server.tokens.admin, { imei: door.imei })
  })

  test('of fifty answers at once exactly one wins; the others hear who it was', async () => {
    const door = await connectDoor()
    await door.say({ code: '5080' })
    const second = await server.logIn('second')
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => answerDoor(turn % 2 ? second : server.tokens.admin, door.imei)),
    )
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1)
    const winner = await server.sql(sql =>
      sql.first<{ answered_by: string }>('select answered_by from call where imei = $1', [door.imei]),
    )
    for (const lost of all.filter(({ code }) => code !== 0))
      expect(lost).toMatchObject({ id: 'call.takenBy', params: { name: winner?.answered_by } })
    for (const token of [second, server.tokens.admin])
      await device('voiceNet/property/answer', token, { imei: door.imei })
  })

  test('a person has one line: a second call is busy until the first is over', async () => {
    const [first, other] = [await connectDoor(), await connectDoor()]
    for (const door of [first, other]) await door.say({ code: '5080' })
    expect((await answerDoor(server.tokens.admin, first.imei)).code).toBe(0)
    expect((await answerDoor(server.tokens.admin, other.imei)).id).toBe('call.busy')
    await device('voiceNet/property/answer', server.tokens.admin, { imei: first.imei })
    expect((await answerDoor(server.tokens.admin, other.imei)).code).toBe(0)
    await device('voiceNet/property/answer', server.tokens.admin, { imei: other.imei, roomNo: '0301' })
  })

  test('two calls answered by one person at the same moment: one', async () => {
    const doors = await Promise.all([connectDoor(), connectDoor(), connectDoor()])
    for (const door of doors) await door.say({ code: '5080' })
    const all = await Promise.all(doors.map(door => answerDoor(server.tokens.admin, door.imei)))
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1)
    for (const door of doors) {
      await device('voiceNet/property/answer', server.tokens.admin, { imei: door.imei })
      await door.unit.endAsync()
    }
  })

  test('hanging up ends the own call only, tells everybody, and is no error when there is nothing', async () => {
    const door = await connectDoor()
    const second = await server.logIn('second')
    const { heard } = await openConsole(second)
    await door.say({ code: '5080' })
    await answerDoor(server.tokens.admin, door.imei)
    const stateOf = async () =>
      (
        await server.sql(sql =>
          sql.first<{ state: string }>('select state from call where imei = $1', [door.imei]),
        )
      )?.state
    for (const token of [second, server.tokens.root])
      expect(await device('voiceNet/property/answer', token, { imei: door.imei })).toMatchObject({
        code: 0,
        data: null,
      })
    expect(await stateOf()).toBe('answered')
    await device('voiceNet/property/answer', server.tokens.admin, { imei: door.imei })
    expect(await stateOf()).toBe('ended')
    // Of an earlier call news may still be on its way.
    const news = ({ state, imei }: Record<string, unknown>) => state === 'ended' && imei === door.imei
    expect(await until(() => heard.find(news))).toMatchObject({
      code: 'call',
      endReason: 'hangUp',
    })
    expect(await until(() => door.heard.find(({ state }) => state === 'ended'))).toMatchObject({
      code: '5085',
      reason: 'hangUp',
    })
    expect((await answerDoor(server.tokens.admin, door.imei)).id).toBe('call.over')
  })

  test('of a door without a room, which the wire calls 000000', async () => {
    const door = await connectDoor({ room_no: null })
    await door.say({ code: '5080' })
    expect((await answerDoor(server.tokens.admin, door.imei, { roomNo: '0301' })).id).toBe('call.none')
    expect((await answerDoor(server.tokens.admin, door.imei, { roomNo: '000000' })).code).toBe(0)
    const hungUp = await device('voiceNet/property/answer', server.tokens.admin, {
      imei: door.imei,
      roomNo: '000000',
    })
    expect(hungUp.code).toBe(0)
    const { data } = await server.call('/api/device/call/page', {
      token: server.tokens.admin,
      query: { imei: door.imei },
    })
    expect(data).toMatchObject({ list: [{ roomNo: null, state: 'ended' }] })
  })

  test('is refused to the wrong tenant, role, department and room alike', async () => {
    const door = await connectDoor()
    await door.say({ code: '5080' })
    expect((await answerDoor(server.tokens.stranger, door.imei)).id).toBe('call.none')
    expect((await answerDoor(server.tokens.patrol, door.imei)).id).toBe('forbidden')
    expect((await answerDoor(server.tokens.visitor, door.imei)).id).toBe('forbidden')
    expect((await answerDoor(server.tokens.admin, door.imei, { roomNo: '9999' })).id).toBe('call.none')
    expect((await answerDoor(server.tokens.admin, door.imei, { callId: 999_999 })).id).toBe('call.none')
    expect((await answerDoor(server.tokens.admin, '869999999999999')).id).toBe('call.none')
    await server.sql(async sql => {
      await sql.change(
        `insert into role (tenant_id, created_at, updated_at, name, scope) values ($1, 0, 0, 'South', 'department')`,
        [server.here.tenantId],
      )
      await sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id) select $1, r.id, s.id from role r, resource s
         where r.name = 'South' and s.mark = 'call.answer'`,
        [server.here.tenantId],
      )
    })
    await addPerson('south', { department_id: server.here.otherDepartmentId }, 'South')
    await addPerson('north', { department_id: server.here.departmentId }, 'South')
    const [south, north] = [await server.logIn('south'), await server.logIn('north')]
    const ringing = async (token: string) => {
      const { data } = await server.call('/api/message/message/pending', { token })
      return (data as { calls: { imei: string }[] }).calls.filter(({ imei }) => imei === door.imei).length
    }
    expect([await ringing(north), await ringing(south), await ringing(server.tokens.patrol)]).toEqual([
      1, 0, 0,
    ])
    expect((await answerDoor(south, door.imei)).id).toBe('call.none')
    expect((await answerDoor(north, door.imei)).code).toBe(0)
    expect(await ringing(north)).toBe(0)
    await device('voiceNet/property/answer', north, { imei: door.imei })
  })

  test('rings only at whoever is on duty at the post that the door names; others may still answer', async () => {
    const door = await connectDoor()
    const accountId = await addPerson('gatekeeper')
    const gatekeeper = await server.logIn('gatekeeper')
    const { postId, foreignId } = await server.sql(async sql => {
      const tenant_id = server.here.tenantId
      const post_id = await insert(sql, 'post', { tenant_id, name: `Lodge ${door.id}` })
      const worker_id = await insert(sql, 'worker', {
        ...{ tenant_id, name: 'Gatekeeper', account_id: accountId, label_code: `GH-LODGE${door.id}` },
      })
      await insert(sql, 'duty_shift', {
        ...{ tenant_id, worker_id, post_id, state: 'published' },
        ...{ starts_at: Date.now() - 60_000, ends_at: Date.now() + 3_600_000 },
      })
      const foreign = { tenant_id: server.there.tenantId, name: 'Lodge of others' }
      return { postId: post_id, foreignId: await insert(sql, 'post', foreign) }
    })
    const read = async () =>
      (
        await server.call('/api/device/device/get', {
          token: server.tokens.admin,
          query: { id: String(door.id) },
        })
      ).data as Record<string, unknown>
    const { imei, name, categoryId, version } = await read()
    const set = (ringPostId: number) =>
      device('device/save', server.tokens.admin, {
        ...{ id: door.id, version, imei, name, categoryId, ringPostId },
      })
    expect(await set(foreignId)).toMatchObject({ id: 'field.reference', field: 'ringPostId' })
    expect(await set(postId)).toMatchObject({ code: 0 })
    expect(await read()).toMatchObject({ ringPostId: postId, ringPostName: `Lodge ${door.id}` })
    // A device is of its category's kind once it is saved, and the category of the test's world is no door unit's.
    await server.sql(sql => sql.change(`update device set kind = 'doorUnit' where id = $1`, [door.id]))
    await door.say({ code: '5080' })
    const rings = async (token: string) => {
      const pending = await server.call('/api/message/message/pending', { token })
      return (pending.data as { calls: { imei: string }[] }).calls.some(({ imei }) => imei === door.imei)
    }
    expect(await rings(gatekeeper)).toBe(true)
    expect(await rings(server.tokens.admin)).toBe(false)
    expect((await answerDoor(server.tokens.admin, door.imei)).code).toBe(0)
    await device('voiceNet/property/answer', server.tokens.admin, { imei: door.imei })
    await server.sql(sql => sql.change('update duty_shift set removed_at = 1 where post_id = $1', [postId]))
  })
})

describe('with an account at Agora', () => {
  test('every token is one of theirs', async () => {
    const { createCallTokens } = await import('../../../../server/modules/intercom/call-tokens.ts')
    const settings = { iceServers: [], turnSecret: undefined }
    const line = { id: 1, channel: '869900000000001000000', provider: 'agora' as const }
    const tokens = createCallTokens({
      ...settings,
      agora: { appId: 'a'.repeat(32), certificate: 'b'.repeat(32) },
    })
    expect(tokens.provider).toBe('agora')
    const ring = tokens.ofRing(line)
    for (const token of [ring.appToken, ring.deviceToken, tokens.ofDoor(line).token])
      expect(token).toMatch(/^007/)
    expect(tokens.ofPerson(line, 7, false)).toMatchObject({
      appId: 'a'.repeat(32),
      uid: '1007',
      token: expect.stringMatching(/^007/),
    })
    // A builder that cannot use the account answers nothing: that must not pass for a token.
    const broken = createCallTokens({ ...settings, agora: { appId: 'x', certificate: 'y' } })
    expect(() => broken.ofPerson(line, 7, false)).toThrow('call.providerFailed')
    expect(broken.ofRing(line)).toMatchObject({ appToken: null, deviceToken: null })
    const gone = createCallTokens({ ...settings, agora: undefined })
    expect(() => gone.ofDoor(line)).toThrow('call.providerFailed')
  })
})

test('the built-in line gives no token that could be taken for a right', async () => {
  const tokens = createCallTokens({ agora: undefined, iceServers: [], turnSecret: undefined })
  const line = { id: 1, channel: '869900000000001000000', provider: 'builtIn' as const }
  expect(tokens.provider).toBe('builtIn')
  expect(tokens.ofRing(line)).toMatchObject({ appToken: NO_TOKEN, deviceToken: NO_TOKEN })
  expect(tokens.ofDoor(line)).toMatchObject({ appId: null, token: NO_TOKEN })
  expect(tokens.ofPerson(line, 7, false)).toMatchObject({ appId: null, token: NO_TOKEN })
})

describe('one person calls another', () => {
  const start = (token: string, userId: number) => device('voiceNet/direct/start', token, { userId })
  const end = (token: string, callId: number) => device('voiceNet/direct/end', token, { callId })
  const callOf = (callId: number) =>
    server.sql(sql =>
      sql.first<{ state: string; end_reason: string | null }>(
        'select state, end_reason from call where id = $1',
        [callId],
      ),
    )
  const pair = async () => {
    const admin = await openConsole(server.tokens.admin)
    const token = await server.logIn('second')
    const second = await openConsole(token)
    return { admin, second, token }
  }
  const joinOf = (data: unknown) => (data as { join: { callId: number; offers: boolean } }).join

  test('who can be called: colleagues with the right, those who are there marked as such', async () => {
    const { second, token } = await pair()
    const { data } = await server.call('/api/device/voiceNet/direct/people', { token: server.tokens.admin })
    const people = data as { id: number; name: string; online: boolean }[]
    expect(people.find(({ id }) => id === second.id)).toMatchObject({ online: true })
    expect(people.map(({ name }) => name)).not.toContain('Name of admin')
    expect(people.map(({ name }) => name)).not.toContain('Name of visitor')
    expect(people.map(({ name }) => name)).not.toContain('Name of stranger')
    expect(people.find(({ name }) => name === 'Name of patrol')).toMatchObject({ online: false })
    const found = await server.call('/api/device/voiceNet/direct/people', {
      token,
      query: { search: 'PATR' },
    })
    expect((found.data as unknown[]).length).toBe(1)
    expect(
      (await server.call('/api/device/voiceNet/direct/people', { token, query: { search: '%' } })).data,
    ).toEqual([])
  })

  test('whoever is on duty now is named by the post, and found by it, after swaps', async () => {
    const { id, post } = await server.sql(async sql => {
      const tenant_id = server.here.tenantId
      const row = await sql.first<{ id: number }>(`select id from account where username = 'patrol'`)
      const named = `North gate ${Date.now()}`
      const postId = await insert(sql, 'post', { tenant_id, name: named })
      const worker = (name: string, account_id: number | null) =>
        insert(sql, 'worker', { tenant_id, name, account_id, label_code: `GH-${name}${Date.now()}` })
      const worker_id = await worker('Absent', null)
      await insert(sql, 'duty_shift', {
        ...{ tenant_id, worker_id, post_id: postId, state: 'published' },
        ...{ starts_at: Date.now() - 60_000, ends_at: Date.now() + 3_600_000 },
      })
      const taker = await worker('Taker', row?.id ?? 0)
      await sql.query('update duty_shift set worker_id = $1 where worker_id = $2', [taker, worker_id])
      return { id: row?.id, post: named }
    })
    const asked = await server.call('/api/device/voiceNet/direct/people', {
      token: server.tokens.admin,
      query: { search: 'north GATE' },
    })
    expect(asked.data).toMatchObject([{ id, name: 'Name of patrol', onDuty: post }])
    const all = await server.call('/api/device/voiceNet/direct/people', { token: server.tokens.admin })
    expect((all.data as { onDuty: string | null }[]).filter(({ onDuty }) => onDuty !== null)).toHaveLength(1)
  })

  test('rings at the other alone, is answered once, carries both ends’ words, and ends for both', async () => {
    const { admin, second, token } = await pair()
    const stranger = await openConsole(server.tokens.stranger)
    const started = await start(server.tokens.admin, second.id)
    expect(joinOf(started.data).offers).toBe(true)
    const { callId } = joinOf(started.data)
    expect(await until(() => second.heard.find(({ code }) => code === '5088'))).toMatchObject({
      callId,
      callerId: admin.id,
      callerName: 'Name of admin',
    })
    const pending = await server.call('/api/message/message/pending', { token })
    expect((pending.data as { directCalls: object[] }).directCalls).toMatchObject([{ callId }])
    expect((await device('voiceNet/direct/accept', server.tokens.admin, { callId })).id).toBe('call.none')
    expect((await device('voiceNet/direct/accept', server.tokens.patrol, { callId })).id).toBe('call.none')
    const tabs = await Promise.all(
      Array.from({ length: 10 }, () => device('voiceNet/direct/accept', token, { callId })),
    )
    const won = tabs.filter(({ code }) => code === 0)
    expect(won).toHaveLength(1)
    expect(won[0]?.data).toMatchObject({ callerName: 'Name of admin', join: { offers: false, callId } })
    for (const lost of tabs.filter(({ code }) => code !== 0)) expect(lost.id).toBe('call.over')
    for (const { heard } of [admin, second])
      await until(() => heard.find(({ code, state }) => code === 'call' && state === 'answered'))
    const say = (from: { client: MqttClient; id: number }, kind: string) =>
      from.client.publish(`acm/${from.id}/call`, JSON.stringify({ code: '5083', callId, signal: { kind } }))
    say(admin, 'renew')
    await until(() => second.heard.find(({ code }) => code === '5083'))
    say(second, 'renew')
    await until(() => admin.heard.find(({ code }) => code === '5083'))
    await end(token, callId)
    for (const { heard } of [admin, second])
      await until(() => heard.find(({ code, state }) => code === 'call' && state === 'ended'))
    expect(stranger.heard).toEqual([])
    // Once more is no error.
    expect((await end(token, callId)).code).toBe(0)
    expect((await end(server.tokens.patrol, callId)).id).toBe('call.none')
  })

  test('given up, declined: over; only who was called without knowing reads of it later', async () => {
    const { second, token } = await pair()
    const read = () =>
      server.sql(sql =>
        sql.query(
          `select subject_id from notice where account_id = $1 and kind = 'call' order by id desc limit 1`,
          [second.id],
        ),
      )
    const first = joinOf((await start(server.tokens.admin, second.id)).data).callId
    // Who calls somebody has no line left for another.
    expect((await start(server.tokens.admin, second.id)).id).toBe('call.busy')
    await end(server.tokens.admin, first)
    expect(await callOf(first)).toEqual({ state: 'missed', end_reason: 'cancelled' })
    expect(await read()).toEqual([{ subject_id: first }])
    const next = joinOf((await start(server.tokens.admin, second.id)).data).callId
    await end(token, next)
    expect(await callOf(next)).toEqual({ state: 'missed', end_reason: 'declined' })
    expect(await read()).toEqual([{ subject_id: first }])
    expect((await device('voiceNet/direct/accept', token, { callId: next })).id).toBe('call.over')
  })

  test('who calls without end must wait', async () => {
    const { admin, token } = await pair()
    let last = await start(token, admin.id)
    for (let count = 0; count < 25 && last.code === 0; count++) {
      await end(token, joinOf(last.data).callId)
      last = await start(token, admin.id)
    }
    expect(last).toMatchObject({ id: 'throttled', status: 429 })
  })

  test('nobody calls themselves, a visitor, another tenant, or who is not there', async () => {
    const { admin } = await pair()
    const idOf = async (username: string) =>
      (
        await server.sql(sql =>
          sql.first<{ id: number }>('select id from account where username = $1', [username]),
        )
      )?.id ?? 0
    expect((await start(server.tokens.admin, admin.id)).id).toBe('call.self')
    expect((await start(server.tokens.admin, await idOf('visitor'))).id).toBe('row.unknown')
    expect((await start(server.tokens.admin, await idOf('stranger'))).id).toBe('row.unknown')
    expect((await start(server.tokens.admin, server.here.userId)).id).toBe('row.unknown')
    expect((await start(server.tokens.admin, 999_999)).id).toBe('row.unknown')
    expect((await start(server.tokens.admin, await idOf('patrol'))).id).toBe('call.notReachable')
    expect((await start(server.tokens.visitor, admin.id)).id).toBe('forbidden')
  })
})

describe('a tablet becomes a door unit', () => {
  const makeCode = (token: string, imei: string) => device('door/code', token, { imei })
  const enrol = (code: string) => device('door/enrol', undefined, { code })
  const codeFor = async (imei: string) =>
    ((await makeCode(server.tokens.admin, imei)).data as { code: string }).code

  test('the code works once; the old secret is void and its connection closed', async () => {
    const door = await connectDoor()
    const { data } = await makeCode(server.tokens.admin, door.imei)
    const { code, expiresAt } = data as { code: string; expiresAt: number }
    expect(code).toMatch(/^\d{8}$/)
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(600_000)
    const stored = await server.sql(sql => sql.query('select * from door_code'))
    expect(JSON.stringify(stored)).not.toContain(code)
    const enrolled = await enrol(code)
    expect(enrolled.data).toMatchObject({ imei: door.imei, url: '/mqtt', roomNo: '0301' })
    const { secret } = enrolled.data as { secret: string }
    await until(() => !door.unit.connected)
    await expect(connect(door.imei, door.secret)).rejects.toThrow()
    const again = await connect(door.imei, secret)
    expect(again.connected).toBe(true)
    const row = await server.sql(sql =>
      sql.first<{ order_key: Buffer }>('select order_key from device where id = $1', [door.id]),
    )
    expect(row?.order_key.equals(orderKeyOf(secret))).toBe(true)
    expect((await enrol(code)).id).toBe('door.codeInvalid')
    const entries = await server.sql(sql =>
      sql.query<{ action: string }>(
        `select action from audit where row_id = $1 and action like 'door.%' order by id`,
        [door.id],
      ),
    )
    expect(entries.map(({ action }) => action)).toEqual(['door.code', 'door.enrol'])
  })

  test('a newer code replaces the older one, and one that is too old is none', async () => {
    const { imei } = await addDoor()
    const old = await codeFor(imei)
    const late = await codeFor(imei)
    expect((await enrol(old)).id).toBe('door.codeInvalid')
    await server.sql(sql => sql.change('update door_code set expires_at = $1', [Date.now() - 1]))
    expect((await enrol(late)).id).toBe('door.codeInvalid')
    await server.sql(sql => sql.change('delete from login_failure'))
  })

  test('is for door units, of the own tenant and department, by who may make secrets', async () => {
    const helmet = await addDoor('helmet')
    const { imei } = await addDoor()
    expect((await makeCode(server.tokens.admin, helmet.imei)).id).toBe('door.notDoorUnit')
    expect((await makeCode(server.tokens.stranger, imei)).id).toBe('row.unknown')
    expect((await makeCode(server.tokens.patrol, imei)).id).toBe('forbidden')
    expect((await makeCode(server.tokens.visitor, imei)).id).toBe('forbidden')
    // Taken out of service in between.
    const code = await codeFor(imei)
    await server.sql(sql => sql.change(`update device set lifecycle = 'recycled' where imei = $1`, [imei]))
    expect((await enrol(code)).id).toBe('door.codeInvalid')
    await server.sql(sql => sql.change('delete from login_failure'))
  })

  test('whoever guesses waits after five wrong codes, however many are tried at once', async () => {
    const { imei } = await addDoor()
    const code = await codeFor(imei)
    const wrong = code === '00000000' ? '00000001' : '00000000'
    const tries = await Promise.all(Array.from({ length: 20 }, () => enrol(wrong)))
    expect(tries.filter(({ id }) => id === 'door.codeInvalid')).toHaveLength(5)
    expect(tries.filter(({ id }) => id === 'session.throttled')).toHaveLength(15)
    // Even the right one, then.
    expect((await enrol(code)).id).toBe('session.throttled')
    for (const bad of ['1234567', '123456789', 'abcdefgh', ''])
      expect((await enrol(bad)).field, bad).toBe('code')
    await server.sql(sql => sql.change('delete from login_failure'))
    expect((await enrol(code)).code).toBe(0)
  })
})

describe('a simulated visitor', () => {
  const ring = (token: string, imei: string, roomNo?: string) =>
    device('voiceNet/demo/ring', token, { imei, ...(roomNo ? { roomNo } : {}) })

  test('presses the button of a door in the own scope, where there is one that can', async () => {
    const { imei } = await addDoor()
    const helmet = await addDoor('helmet')
    expect((await ring(server.tokens.admin, imei)).id).toBe('device.offline')
    const pressed: [string, string | null][] = []
    server.app.parts.lines.demoRing = async (...press) => {
      pressed.push(press)
      return true
    }
    expect((await ring(server.tokens.admin, imei, '0502')).code).toBe(0)
    expect(pressed).toEqual([[imei, '0502']])
    expect((await ring(server.tokens.admin, helmet.imei)).id).toBe('door.notDoorUnit')
    expect((await ring(server.tokens.stranger, imei)).id).toBe('row.unknown')
    expect((await ring(server.tokens.patrol, imei)).id).toBe('forbidden')
    expect(pressed).toHaveLength(1)
    delete server.app.parts.lines.demoRing
  })
})

test('outside of demo mode no visitor is simulated', async () => {
  const strict = await startServer({ DEMO: 'off', VISITORS: 'on' })
  const answer = await strict.call('/api/device/voiceNet/demo/ring', {
    token: strict.tokens.admin,
    body: { imei: strict.here.imei },
  })
  expect(answer.id).toBe('command.none')
  await strict.stop()
})
