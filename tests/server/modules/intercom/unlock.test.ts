// Unlocking: what an honest console is told, what a forger runs into, and that nothing but a fresh, allowed request
// ever reaches the door.
import { createHmac } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderKeyOf } from '../../../../server/device-secret.ts'
import { createUnlock } from '../../../../server/modules/intercom/unlock.ts'
import { type UnlockOrder, unlockText } from '../../../../src/contract/device-messages.ts'
import { hear, type Stage, setStage, until } from '../../broker/stage.ts'
import { answer, console_, type Door, newNonce, OPENER, openDoor, orders, words } from './at-the-door.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const goes = (client: MqttClient) => until(() => !client.connected)
const orderOf = (door: Door) => until(() => orders(door.heard)[0]?.body as unknown as UnlockOrder | undefined)
const eventsOf = (door: { id: number }) =>
  stage.query<{ kind: string; reason: string | null; person_id: number }>(
    'select kind, reason, person_id from door_event where device_id = $1 order by id',
    [door.id],
  )
const auditOf = async (door: { imei: string }) =>
  (
    await stage.query<{ result: string }>(
      `select detail->>'result' as result from audit where action = 'device.unlock' and detail->>'imei' = $1 order by id`,
      [door.imei],
    )
  ).map(({ result }) => result)

test('who answered opens the door: written down, signed, confirmed, and everybody who may see the door is told', async () => {
  const door = await openDoor(stage)
  const me = await stage.addPerson({ permissions: OPENER })
  const mine = await console_(stage, me, door)
  const colleague = await console_(stage, await stage.addPerson({}), door)
  const callId = await door.ring()
  await answer(stage, callId, me)
  const told = await mine.ask(door, { callId })
  expect(told).toMatchObject({ result: 'sent', imei: door.imei, userId: me.id })
  const order = await orderOf(door)
  expect(order).toMatchObject({ imei: door.imei, userId: me.id, callId })
  expect(order.nonce).not.toBe(told.nonce)
  expect(order.expiresAt - stage.clock.now()).toBeLessThanOrEqual(10_000)
  const mac = createHmac('sha256', orderKeyOf(door.secret)).update(unlockText(order)).digest('base64url')
  expect(order.mac).toBe(mac)
  expect(await auditOf(door)).toEqual(['sent'])

  await door.say({ code: '5091', type: 3, nonce: order.nonce, result: 'opened' })
  for (const { heard } of [mine, colleague])
    expect(await until(() => words(heard, '5091')[0])).toMatchObject({
      type: 3,
      imei: door.imei,
      result: 'opened',
      callId,
      userId: me.id,
    })
  expect(words(colleague.heard, '5082')).toEqual([])
  expect(await eventsOf(door)).toEqual([{ kind: 'unlocked', reason: null, person_id: me.id }])
  const [call] = await stage.query<{ unlocked_by: string; state: string }>(
    'select unlocked_by, state from call where id = $1',
    [callId],
  )
  expect(call).toEqual({ unlocked_by: 'P', state: 'answered' })
})

test('an unlock without an answer lets the visitor in and ends the ringing: door and consoles are told by whom', async () => {
  const door = await openDoor(stage)
  const me = await stage.addPerson({ permissions: OPENER })
  const mine = await console_(stage, me, door)
  const colleague = await console_(stage, await stage.addPerson({ permissions: OPENER }), door)
  const callId = await door.ring()
  await mine.ask(door, { callId })
  const { nonce } = await orderOf(door)
  await door.say({ code: '5091', type: 3, nonce, result: 'opened' })
  const over = { callId, state: 'ended', endReason: 'unlocked', unlockedBy: 'P', answeredBy: null }
  for (const { heard } of [mine, colleague])
    expect(await until(() => words(heard, 'call').find(word => word.state === 'ended'))).toMatchObject(over)
  const codes = mine.heard.map(({ body }) => body.code)
  expect(codes.indexOf('5091')).toBeLessThan(codes.lastIndexOf('call'))
  expect(await until(() => words(door.heard, '5085').find(word => word.state === 'ended'))).toMatchObject({
    callId,
    reason: 'unlocked',
  })
  const notes = await stage.query(`select id from notice where subject = 'call' and subject_id = $1`, [
    callId,
  ])
  expect(notes).toEqual([])
  // The next visitor rings at once.
  expect(await door.ring()).not.toBe(callId)
})

test('a door that reports a failure is told as failed and marks nothing as open', async () => {
  const door = await openDoor(stage)
  const me = await stage.addPerson({ permissions: OPENER })
  const mine = await console_(stage, me, door)
  const callId = await door.ring()
  await mine.ask(door, { callId })
  const order = await orderOf(door)
  await door.say({ code: '5091', type: 3, nonce: order.nonce, result: 'failed', reason: 'jammed' })
  expect(await until(() => words(mine.heard, '5091')[0])).toMatchObject({ result: 'failed' })
  expect(await eventsOf(door)).toMatchObject([{ kind: 'unlockFailed', reason: 'jammed' }])
  const [call] = await stage.query('select unlocked_at from call where id = $1', [callId])
  expect(call).toEqual({ unlocked_at: null })
})

describe('an honest console is answered and stays connected', () => {
  const refused = async (door: Door, person: Parameters<Stage['addPerson']>[0], more?: object) => {
    const { client, ask } = await console_(stage, await stage.addPerson(person))
    const { result } = await ask(door, more)
    expect(client.connected).toBe(true)
    expect(orders(door.heard)).toEqual([])
    expect(await auditOf(door)).toContain(result)
    await client.endAsync()
    return result
  }

  test('without a call or a right', async () => {
    expect(await refused(await openDoor(stage), { permissions: OPENER })).toBe('noCall')
  })
  test('without the permission, for a foreign door, for another department, for a door that is none', async () => {
    const door = await openDoor(stage, { departmentId: stage.departments[0] })
    await door.ring()
    expect(await refused(door, { permissions: ['device.read', 'call.answer'] })).toBe('forbidden')
    expect(await refused(door, { permissions: OPENER, tenant: stage.tenants[1] })).toBe('forbidden')
    const elsewhere = {
      permissions: OPENER,
      scope: 'department',
      departmentId: stage.departments[1],
    } as const
    expect(await refused(door, elsewhere)).toBe('forbidden')
    expect(await refused(await openDoor(stage, { kind: 'helmet' }), { permissions: OPENER })).toBe(
      'forbidden',
    )
  })
  test('while it rings, who may not answer may not open', async () => {
    const door = await openDoor(stage)
    await door.ring()
    expect(await refused(door, { permissions: ['device.read', 'device.unlock'] })).toBe('noCall')
  })
  test('after a colleague has answered', async () => {
    const door = await openDoor(stage)
    const callId = await door.ring()
    await answer(stage, callId, await stage.addPerson({ permissions: OPENER }))
    expect(await refused(door, { permissions: OPENER }, { callId })).toBe('noCall')
  })
  test('with a clock that is off by more than ten seconds', async () => {
    const door = await openDoor(stage)
    const callId = await door.ring()
    // Getting connected takes its time, and every moment of it makes a clock that is ahead more right.
    await stage.clock.still(async () => {
      for (const off of [-10_001, 10_001])
        expect(await refused(door, { permissions: OPENER }, { callId, at: stage.clock.now() + off })).toBe(
          'stale',
        )
    })
  })
  test('at a door whose key is not known', async () => {
    const door = await openDoor(stage)
    await stage.query('update device set order_key = null where id = $1', [door.id])
    await door.ring()
    expect(await refused(door, { permissions: OPENER })).toBe('noKey')
  })
  test('more than ten times a minute', async () => {
    const door = await openDoor(stage)
    const { client, ask } = await console_(stage, await stage.addPerson({ permissions: OPENER }))
    for (let press = 0; press < 10; press++) expect((await ask(door)).result).toBe('noCall')
    await door.ring()
    expect((await ask(door)).result).toBe('tooOften')
    stage.clock.advance(61_000)
    await door.ring()
    expect((await ask(door)).result).toBe('sent')
    await client.endAsync()
  })
  test('more than ten times a minute, through whichever process', async () => {
    const door = await openDoor(stage)
    const person = await stage.addPerson({ permissions: OPENER })
    await stage.query(
      `insert into unlock_order (nonce, tenant_id, device_id, account_id, account_name, request_nonce, created_at, expires_at)
       select 'elsewhere ' || $2::text || n, d.tenant_id, d.id, $2::bigint, 'x', 'asked ' || n, $3, $3 from device d, generate_series(1, 10) n
       where d.id = $1`,
      [door.id, person.id, stage.clock.now()],
    )
    const { client, ask } = await console_(stage, person)
    await door.ring()
    expect((await ask(door)).result).toBe('tooOften')
    stage.clock.advance(61_000)
    await door.ring()
    expect((await ask(door)).result).toBe('sent')
    await client.endAsync()
  })
})

test('a door that was known before there were keys brings its own', async () => {
  const door = await openDoor(stage)
  await stage.query('update device set order_key = null where id = $1', [door.id])
  stage.broker.ingest.devices.forget([door.id])
  await door.unit.endAsync()
  const again = { ...door, unit: await stage.device(door.imei, door.secret) }
  const [row] = await stage.query<{ key: Buffer }>('select order_key as key from device where id = $1', [
    door.id,
  ])
  expect(row?.key.equals(orderKeyOf(door.secret))).toBe(true)
  await again.unit.endAsync()
})

test('a right that was taken a moment ago opens nothing any more', async () => {
  const door = await openDoor(stage)
  const me = await stage.addPerson({ permissions: OPENER })
  const mine = await console_(stage, me)
  const callId = await door.ring()
  await stage.query('delete from account_role where account_id = $1', [me.id])
  stage.bus.emit('rights.changed', {})
  expect((await mine.ask(door, { callId })).result).toBe('forbidden')
  await mine.client.endAsync()
})

describe('without a call', () => {
  const rightOf = (door: Door, person: { id: number }, from: number | null, until_: number | null) =>
    stage.query(
      `insert into door_right (tenant_id, created_at, updated_at, device_id, account_id, valid_from, valid_until)
       values ($1, 0, 0, $2, $3, $4, $5)`,
      [stage.tenants[0], door.id, person.id, from, until_],
    )
  test.each([
    ['valid now', -1000, 60_000, 'sent'],
    ['without an end', null, null, 'sent'],
    ['planned', 60_000, null, 'noCall'],
    ['expired', null, -1000, 'noCall'],
  ] as const)('a right that is %s', async (_name, from, to, result) => {
    const door = await openDoor(stage)
    const me = await stage.addPerson({ permissions: ['device.read', 'device.unlock'] })
    const now = stage.clock.now()
    await rightOf(door, me, from === null ? null : now + from, to === null ? null : now + to)
    const { ask, client } = await console_(stage, me)
    expect((await ask(door)).result).toBe(result)
    await client.endAsync()
  })
  test('the highest authorization opens, and the audit log says by what', async () => {
    const door = await openDoor(stage)
    const { ask, client } = await console_(stage, await stage.addPerson({ highest: true }))
    expect((await ask(door)).result).toBe('sent')
    const [entry] = await stage.query<{ by: string }>(
      `select detail->>'by' as by from audit where action = 'device.unlock' and detail->>'imei' = $1`,
      [door.imei],
    )
    expect(entry?.by).toBe('highest')
    await client.endAsync()
  })
})

test('a door that is away is never opened later', async () => {
  const door = await openDoor(stage)
  const me = await stage.addPerson({ permissions: OPENER })
  const mine = await console_(stage, me)
  const callId = await door.ring()
  await door.unit.endAsync()
  await until(() => !stage.broker.embedded.listens(door.imei))
  expect((await mine.ask(door, { callId })).result).toBe('offline')
  const back = await stage.device(door.imei, door.secret, { clean: false })
  const heard = hear(back)
  await back.subscribeAsync(`sfwatch/${door.imei}/device`, { qos: 1 })
  await back.publishAsync(`sfwatch/${door.imei}/server`, '{"code":"1001"}', { qos: 1 })
  // What it does hear: the clock, and how its call stands.
  await until(() => words(heard, '1101')[0] && words(heard, '5085')[0])
  expect(orders(heard)).toEqual([])
  expect(await eventsOf(door)).toMatchObject([{ kind: 'unlockFailed', reason: 'offline' }])
  await back.endAsync()
})

describe('what only a forger sends ends the connection', () => {
  test.each<[string, (door: Door, me: number) => { topic?: string; body: unknown; retain?: boolean }]>([
    ['in the name of another', (door, me) => ({ body: { imei: door.imei, userId: me + 1 } })],
    ['for another door than the topic', (_door, me) => ({ body: { imei: '860000000000000', userId: me } })],
    ['without a nonce', (door, me) => ({ body: { imei: door.imei, userId: me, nonce: undefined } })],
    ['with a nonce that is none', (door, me) => ({ body: { imei: door.imei, userId: me, nonce: 'x' } })],
    ['without a time', (door, me) => ({ body: { imei: door.imei, userId: me, at: undefined } })],
    ['with the user id as text', (door, me) => ({ body: { imei: door.imei, userId: String(me) } })],
    ['retained', (door, me) => ({ body: { imei: door.imei, userId: me }, retain: true })],
    ['too long', (door, me) => ({ body: { imei: door.imei, userId: me, more: 'x'.repeat(1100) } })],
    [
      'as the order itself',
      (door, me) => ({ topic: `sfwatch/${door.imei}/device`, body: { imei: door.imei, userId: me } }),
    ],
    [
      'as the confirmation',
      (door, me) => ({ body: { code: '5091', type: 3, imei: door.imei, userId: me, result: 'opened' } }),
    ],
  ])('%s', async (_name, forge) => {
    const door = await openDoor(stage)
    const me = await stage.addPerson({ permissions: OPENER })
    const callId = await door.ring()
    await answer(stage, callId, me)
    const client = await stage.person(me)
    const { topic = `sfwatch/${door.imei}/server`, body, retain = false } = forge(door, me.id)
    const whole = { code: '5082', at: stage.clock.now(), nonce: newNonce(), callId, ...(body as object) }
    client.publish(topic, JSON.stringify(whole), { qos: 0, retain })
    await goes(client)
    expect(orders(door.heard)).toEqual([])
    client.end(true)
  })

  test('the same request twice', async () => {
    const door = await openDoor(stage)
    const me = await stage.addPerson({ permissions: OPENER })
    const mine = await console_(stage, me)
    const callId = await door.ring()
    const { nonce } = await mine.ask(door, { callId })
    await orderOf(door)
    mine.press(door, { callId, nonce })
    await goes(mine.client)
    // Nor after a restart or by another process, which have not seen the first: the database has.
    const { sessions, data, clock, broker } = stage
    const elsewhere = createUnlock({
      data,
      devices: broker.ingest.devices,
      now: clock.now,
      outlet: broker.outlet,
      listens: broker.embedded.listens,
    })
    const live = await sessions.findByHash(me.tokenHash)
    if (!live) throw new Error('no session')
    const again = { code: '5082', imei: door.imei, userId: me.id, at: clock.now(), callId, nonce }
    expect(await elsewhere(live.person, door.imei, Buffer.from(JSON.stringify(again)), null)).toEqual({
      accepted: false,
      reason: 'unlock.replayed',
    })
    expect(orders(door.heard)).toHaveLength(1)
  })

  test('a request that was refused cannot be sent again when it would be allowed', async () => {
    const door = await openDoor(stage)
    const me = await stage.addPerson({ permissions: OPENER })
    const mine = await console_(stage, me)
    const { nonce } = await mine.ask(door)
    await door.ring()
    mine.press(door, { nonce: String(nonce) })
    await goes(mine.client)
    expect(orders(door.heard)).toEqual([])
  })
})

test('of a thousand forged, stale and repeated requests none reaches the door', {
  timeout: 120_000,
}, async () => {
  const door = await openDoor(stage)
  const me = await stage.addPerson({ permissions: OPENER })
  const callId = await door.ring()
  await answer(stage, callId, me)
  const first = await console_(stage, me)
  const { nonce } = await first.ask(door, { callId })
  await orderOf(door)
  const topic = `sfwatch/${door.imei}/server`
  const kinds = [
    () => ({ nonce }),
    () => ({ at: stage.clock.now() - 11_000 }),
    () => ({ at: stage.clock.now() + 11_000 }),
    () => ({ userId: me.id + 1 }),
    () => ({ imei: '860000000000000' }),
    () => ({ nonce: 'short' }),
    () => ({ code: '5091', type: 3, result: 'opened' }),
    () => ({ callId: 'x' }),
    () => ({ at: 0 }),
    () => ({ userId: `${me.id}` }),
  ]
  let count = 0
  const forgeOn = async (given?: MqttClient) => {
    let client = given ?? (await stage.person(me))
    while (count < 1000) {
      const turn = count++
      // Neither the limit of presses nor the order's own life must be what stops them.
      if (turn % 40 === 0) stage.clock.advance(61_000)
      if (!client.connected) client = await stage.person(me)
      const forged = {
        code: '5082',
        imei: door.imei,
        userId: me.id,
        callId,
        at: stage.clock.now(),
        nonce: newNonce(),
        ...kinds[turn % kinds.length]?.(),
      }
      const { promise: over, resolve: done } = Promise.withResolvers<void>()
      client.once('close', done)
      client.publish(topic, JSON.stringify(forged), { qos: 1 }, () => done())
      await over
      client.off('close', done)
    }
    client.end(true)
  }
  await stage.clock.still(() =>
    Promise.all([forgeOn(first.client), ...Array.from({ length: 9 }, () => forgeOn())]),
  )
  expect(orders(door.heard)).toHaveLength(1)
  const results = await auditOf(door)
  expect(results).toHaveLength(1001)
  expect(results.filter(result => result === 'sent')).toHaveLength(1)
})

describe('a confirmation counts only from its door, for its order, once and in time', () => {
  const opened = async () => {
    const door = await openDoor(stage)
    const me = await stage.addPerson({ permissions: OPENER })
    const mine = await console_(stage, me, door)
    const callId = await door.ring()
    await mine.ask(door, { callId })
    return { door, mine, callId, order: await orderOf(door) }
  }
  const unlockedAt = async (callId: number) =>
    (
      await stage.query<{ at: number | null }>('select unlocked_at as at from call where id = $1', [callId])
    )[0]?.at
  const confirm = { code: '5091', type: 3, result: 'opened' }

  test('not from another door', async () => {
    const { mine, callId, order } = await opened()
    const other = await openDoor(stage)
    await other.say({ ...confirm, nonce: order.nonce })
    expect(await unlockedAt(callId)).toBeNull()
    expect(words(mine.heard, '5091')).toEqual([])
  })
  test('not with a nonce that is none, nor with the one of the request, nor of another type', async () => {
    const { door, mine, callId, order } = await opened()
    const [asked] = words(mine.heard, '5082')
    for (const nonce of ['x', newNonce(), String(asked?.nonce)]) await door.say({ ...confirm, nonce })
    await door.say({ ...confirm, nonce: order.nonce, type: 1 })
    expect(await unlockedAt(callId)).toBeNull()
    expect(words(mine.heard, '5091')).toEqual([])
  })
  test('not twice', async () => {
    const { door, mine, order } = await opened()
    for (let time = 0; time < 3; time++) await door.say({ ...confirm, nonce: order.nonce })
    await until(() => words(mine.heard, '5091')[0])
    expect(words(mine.heard, '5091')).toHaveLength(1)
    expect(await eventsOf(door)).toHaveLength(1)
  })
  test('not when it comes too late: the opening failed, and is noted so once', async () => {
    const { door, mine, callId, order } = await opened()
    stage.clock.advance(15_001)
    await door.say({ ...confirm, nonce: order.nonce })
    expect(await unlockedAt(callId)).toBeNull()
    expect(words(mine.heard, '5091')).toEqual([])
    await stage.broker.sweepDoors()
    await stage.broker.sweepDoors()
    expect(await eventsOf(door)).toMatchObject([{ kind: 'unlockFailed', reason: 'noAnswer' }])
  })
  test('not from a person, whatever their rights', async () => {
    const { door, callId, order } = await opened()
    const client = await stage.person(await stage.addPerson({ highest: true }))
    client.publish(`sfwatch/${door.imei}/server`, JSON.stringify({ ...confirm, nonce: order.nonce }))
    await goes(client)
    expect(await unlockedAt(callId)).toBeNull()
  })
})

test('what happens at the door by itself is listed', async () => {
  const door = await openDoor(stage)
  for (const event of ['cardOpened', 'cardRefused', 'exitButton', 'heldOpen'])
    await door.say({ code: '5092', event, ...(event.startsWith('card') ? { cardInfo: '04A1' } : {}) })
  expect((await eventsOf(door)).map(({ kind }) => kind)).toEqual([
    'cardOpened',
    'cardRefused',
    'exitButton',
    'heldOpen',
  ])
})
