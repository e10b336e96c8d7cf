// A door rings: who hears it, one call a door, how it ends, and the line between the two ends of a call.
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RaisedAlarm } from '../../../../server/bus.ts'
import { startMessaging } from '../../../../server/messaging.ts'
import { incomingCall } from '../../../../src/contract/messages.ts'
import { hear, log, type Stage, setStage, until } from '../../broker/stage.ts'
import { answer, console_, OPENER, openDoor, words } from './at-the-door.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const goes = (client: MqttClient) => until(() => !client.connected)
const callOf = async (id: number) =>
  (
    await stage.query<{ state: string; reason: string | null; answered_by: string | null }>(
      'select state, end_reason as reason, answered_by from call where id = $1',
      [id],
    )
  )[0]
const noticesOf = (person: { id: number }) =>
  stage.query<{ kind: string; subject_id: number | null }>(
    'select kind, subject_id from notice where account_id = $1 order by id',
    [person.id],
  )

describe('a ring', () => {
  test('reaches everybody whose scope covers the door and who may answer, complete', async () => {
    const [north, south] = stage.departments
    const door = await openDoor(stage, { departmentId: north })
    const of = async (given: Parameters<Stage['addPerson']>[0]) =>
      console_(stage, await stage.addPerson(given))
    const hearing = [
      await of({ permissions: ['call.answer'] }),
      await of({ permissions: ['call.answer'], scope: 'department', departmentId: north }),
    ]
    const deaf = [
      await of({ permissions: ['device.read'] }),
      await of({ permissions: ['call.answer'], scope: 'department', departmentId: south }),
      await of({ permissions: ['call.answer'], tenant: stage.tenants[1] }),
    ]
    const callId = await door.ring()
    for (const { heard } of hearing) {
      const ring = await until(() => words(heard, '5081')[0])
      expect(incomingCall.parse(ring)).toMatchObject({
        type: 'door',
        callId,
        imei: door.imei,
        status: 'ringing',
        channel: `${door.imei}501`,
        roomNo: '501',
        building: '3',
        unit: '2',
        provider: 'builtIn',
      })
      for (const field of ['channel', 'appToken', 'appUid', 'deviceUid', 'deviceToken'])
        expect(ring[field], field).toBeTruthy()
      expect(Number(ring.expiresAt) - Number(ring.pushTime)).toBe(30_000)
    }
    expect(await until(() => words(door.heard, '5085')[0])).toMatchObject({
      callId,
      state: 'ringing',
      token: '',
      roomNo: '501',
    })
    for (const { heard } of deaf) expect(words(heard, '5081')).toEqual([])
  })

  test('without any room is for room 000000 on the wire, and for none in the log; with one for that room', async () => {
    const door = await openDoor(stage)
    const { heard } = await console_(stage, await stage.addPerson({ permissions: OPENER }))
    await stage.query('update device set room_no = null where id = $1', [door.id])
    stage.broker.ingest.devices.forget([door.id])
    const channels = async () =>
      (
        await stage.query<{ channel: string }>('select channel from call where device_id = $1 order by id', [
          door.id,
        ])
      ).map(({ channel }) => channel)
    await door.ring()
    stage.clock.advance(30_001)
    await door.ring('1204')
    expect(await channels()).toEqual([`${door.imei}000000`, `${door.imei}1204`])
    await until(() => words(heard, '5081').length === 2)
    expect(words(heard, '5081').map(({ roomNo }) => roomNo)).toEqual(['000000', '1204'])
    // Pages, exports, notices and the phone's notification read the row.
    const rooms = await stage.query('select room_no from call where device_id = $1 order by id', [door.id])
    expect(rooms).toEqual([{ room_no: null }, { room_no: '1204' }])
  })

  describe('of a door that names a post', () => {
    const made = async (statement: string, values: unknown[]) =>
      (await stage.query<{ id: number }>(`${statement} returning id`, values))[0]?.id ?? 0
    const addPost = (name: string) =>
      made('insert into post (tenant_id, created_at, updated_at, name) values ($1, 0, 0, $2)', [
        stage.tenants[0],
        name,
      ])
    const addWorker = (name: string, account: number | null) =>
      made(
        `insert into worker (tenant_id, created_at, updated_at, name, account_id, label_code) values ($1, 0, 0, $2, $3, $2)`,
        [stage.tenants[0], name, account],
      )
    const addShift = (post: number, worker: number, [from, until]: readonly [number, number]) =>
      made(
        `insert into duty_shift (tenant_id, created_at, updated_at, post_id, worker_id, state, starts_at, ends_at)
         values ($1, 0, 0, $2, $3, 'published', $4, $5)`,
        [stage.tenants[0], post, worker, stage.clock.now() + from, stage.clock.now() + until],
      )
    const atPost = async (post: number) => {
      const door = await openDoor(stage)
      await stage.query('update device set ring_post_id = $2 where id = $1', [door.id, post])
      return door
    }
    const rungBy = (callId: number) =>
      stage.query('select array_to_json(rung_ids) as rung from call where id = $1', [callId])
    const NOW = [-3_600_000, 3_600_000] as const

    test('reaches whoever is on duty there, after swaps, and nobody else', async () => {
      const [first, second, other] = [
        await stage.addPerson({ permissions: OPENER }),
        await stage.addPerson({ permissions: OPENER }),
        await stage.addPerson({ permissions: OPENER }),
      ]
      const post = await addPost('North gate')
      const shift = await addShift(post, await addWorker('First', first.id), NOW)
      await addShift(await addPost('South gate'), await addWorker('Other', other.id), NOW)
      const taker = await addWorker('Second', second.id)
      await stage.query('update duty_shift set worker_id = $2 where id = $1', [shift, taker])
      const consoles = [
        await console_(stage, first),
        await console_(stage, second),
        await console_(stage, other),
      ]
      const door = await atPost(post)
      const callId = await door.ring()
      expect(await rungBy(callId)).toEqual([{ rung: [second.id] }])
      const ring = await until(() => words(consoles[1]?.heard ?? [], '5081')[0])
      expect(incomingCall.parse(ring)).toMatchObject({ type: 'door', callId, imei: door.imei })
      stage.clock.advance(30_001)
      await stage.broker.sweepDoors()
      // That it is over all may hear: their lists of calls follow.
      for (const { heard } of consoles)
        await until(() => words(heard, 'call').find(word => word.callId === callId))
      for (const at of [0, 2]) expect(words(consoles[at]?.heard ?? [], '5081')).toEqual([])
      const missed = await stage.query('select account_id from notice where kind = $1 and subject_id = $2', [
        'call',
        callId,
      ])
      expect(missed).toEqual([{ account_id: second.id }])
    })

    test.each([
      ['nobody is on duty', async () => {}],
      [
        'a shift is over',
        async (post: number) => {
          const person = await stage.addPerson({ permissions: OPENER })
          await addShift(post, await addWorker('Gone home', person.id), [-7_200_000, -1])
        },
      ],
      [
        'who is on duty has no login',
        async (post: number) => {
          await addShift(post, await addWorker('Without', null), NOW)
        },
      ],
      [
        'who is on duty may not answer',
        async (post: number) => {
          const person = await stage.addPerson({ permissions: ['device.read'] })
          await addShift(post, await addWorker('Deaf', person.id), NOW)
        },
      ],
    ])('reaches everybody who may answer where %s', async (why, arrange) => {
      const post = await addPost(why)
      await arrange(post)
      const { heard } = await console_(stage, await stage.addPerson({ permissions: OPENER }))
      const callId = await (await atPost(post)).ring()
      expect(await rungBy(callId)).toEqual([{ rung: null }])
      await until(() => words(heard, '5081').find(ring => ring.callId === callId))
    })
  })

  test('pressed again is the same call, and the door hears how it stands', async () => {
    const door = await openDoor(stage)
    const { heard } = await console_(stage, await stage.addPerson({ permissions: OPENER }))
    const first = await door.ring()
    expect(await door.ring()).toBe(first)
    expect(await stage.query('select id from call where device_id = $1', [door.id])).toEqual([{ id: first }])
    await until(() => words(door.heard, '5085').length >= 2 && words(heard, '5081').length > 0)
    expect(words(heard, '5081')).toHaveLength(1)
  })

  test('anew long after the answer ends what the door has forgotten; a late copy of the press does not', async () => {
    const door = await openDoor(stage)
    const person = await stage.addPerson({ permissions: OPENER })
    const first = await door.ring()
    await stage.clock.still(async () => {
      expect(await answer(stage, first, person)).toBeDefined()
      stage.clock.advance(9_999)
      await expect(door.ring()).rejects.toThrow()
      expect((await callOf(first))?.state).toBe('answered')
      stage.clock.advance(1)
      const second = await door.ring()
      expect(second).not.toBe(first)
    })
    expect(await callOf(first)).toMatchObject({ state: 'ended', reason: 'lost' })
  })

  test('of a device that is no door unit is refused', async () => {
    const helmet = await openDoor(stage, { kind: 'helmet' })
    const refused = () => stage.broker.counts().refused['door.notDoorUnit'] ?? 0
    const before = refused()
    await expect(helmet.ring()).rejects.toThrow()
    expect(refused()).toBe(before + 1)
  })

  test('that nobody answers is missed after thirty seconds, and waits in the message centre', async () => {
    const door = await openDoor(stage, { departmentId: stage.departments[0] })
    const person = await stage.addPerson({ permissions: OPENER })
    const others = [
      await stage.addPerson({ permissions: ['device.read'] }),
      await stage.addPerson({ permissions: OPENER, scope: 'department', departmentId: stage.departments[1] }),
      await stage.addPerson({ permissions: OPENER, tenant: stage.tenants[1] }),
    ]
    const { heard } = await console_(stage, person)
    // What earlier tests left ringing concerns these people too.
    stage.clock.advance(30_001)
    await stage.broker.sweepDoors()
    await stage.query('delete from notice')
    const told: number[][] = []
    const stop = stage.bus.on('notice.added', ({ accountIds }) => told.push(accountIds))
    const callId = await stage.clock.still(async () => {
      const ringing = await door.ring()
      stage.clock.advance(29_999)
      await stage.broker.sweepDoors()
      expect((await callOf(ringing))?.state).toBe('ringing')
      return ringing
    })
    stage.clock.advance(1)
    await stage.broker.sweepDoors()
    await stage.broker.sweepDoors()
    expect(await callOf(callId)).toEqual({ state: 'missed', reason: 'expired', answered_by: null })
    const notice = await until(() => words(heard, 'call').find(word => word.callId === callId))
    expect(notice).toMatchObject({
      state: 'missed',
      endReason: 'expired',
    })
    expect(
      await until(() => words(door.heard, '5085').find(({ state }) => state === 'missed')),
    ).toMatchObject({
      callId,
      reason: 'expired',
    })
    expect(await noticesOf(person)).toEqual([{ kind: 'call', subject_id: callId }])
    for (const other of others) expect(await noticesOf(other)).toEqual([])
    const toldPerson = () => told.filter(ids => ids.includes(person.id))
    await until(() => toldPerson().length > 0)
    expect(toldPerson()).toHaveLength(1)
    expect(await answer(stage, callId, person)).toBeUndefined()
    stop()
  })

  test('that ran out while no server was there is missed as soon as one is', async () => {
    const door = await stage.addDevice({ kind: 'doorUnit' })
    const [left] = await stage.query<{ id: number }>(
      `insert into call (tenant_id, created_at, updated_at, kind, device_id, imei, channel, provider, started_at, expires_at)
       values ($1, $2::bigint, $2, 'door', $3, $4, 'x', 'builtIn', $2, $2 + 30000) returning id`,
      [stage.tenants[0], stage.clock.now() - 60_000, door.id, door.imei],
    )
    const { bus, data, sessions, ownerUrl, clock } = stage
    const next = await startMessaging({
      config: {
        port: 0,
        mqttPort: 0,
        host: '127.0.0.1',
        publicUrl: undefined,
        trustProxy: false,
        mqttUrl: undefined,
      },
      log,
      data,
      bus,
      sessions,
      ownerUrl,
      now: clock.now,
    })
    await until(async () => (await callOf(left?.id ?? 0))?.state === 'missed')
    await next.stop()
  })

  test('that the visitor gives up is missed as well', async () => {
    const door = await openDoor(stage)
    const person = await stage.addPerson({ permissions: OPENER })
    const callId = await door.ring()
    await door.say({ code: '5090', callId, reason: 'hangUp' })
    expect(await callOf(callId)).toMatchObject({ state: 'missed', reason: 'cancelled' })
    expect(await noticesOf(person)).toHaveLength(1)
  })
})

test('a door that never stops is held back, and others are not', async () => {
  const door = await openDoor(stage)
  const refused = () => stage.broker.counts().refused['door.rate'] ?? 0
  await stage.clock.still(async () => {
    const none = refused()
    await Promise.all(Array.from({ length: 100 }, () => door.say({ code: '5080' })))
    expect(refused() - none).toBe(40)
    await Promise.all(Array.from({ length: 700 }, () => door.say({ code: '5092', event: 'exitButton' })))
    expect(refused() - none).toBe(340)
    expect(await (await openDoor(stage)).ring()).toBeGreaterThan(0)
  })
})

describe('a call that was answered', () => {
  const talk = async () => {
    const door = await openDoor(stage)
    const me = await stage.addPerson({ permissions: OPENER })
    const mine = await console_(stage, me)
    const colleague = await console_(stage, await stage.addPerson({ permissions: OPENER }))
    const callId = await door.ring()
    await answer(stage, callId, me)
    const speak = (signal: object, more: object = {}) =>
      mine.client.publish(`acm/${me.id}/call`, JSON.stringify({ code: '5083', callId, signal, ...more }))
    return { door, me, mine, colleague, callId, speak }
  }

  test('is told to everybody by name, and the door gets what it joins with', async () => {
    const { door, me, mine, colleague, callId } = await talk()
    for (const { heard } of [mine, colleague])
      expect(await until(() => words(heard, 'call').find(word => word.callId === callId))).toMatchObject({
        callId,
        state: 'answered',
        answeredById: me.id,
        answeredBy: 'P',
      })
    const word = await until(() => words(door.heard, '5085').find(({ state }) => state === 'answered'))
    expect(word).toMatchObject({ callId, by: 'P', channel: `${door.imei}501` })
    expect(word.token).toBeTruthy()
  })

  test.each([
    ['hangUp', 'hangUp'],
    ['lost', 'lost'],
  ])('ends when the door says %s', async (reason, told) => {
    const { door, callId, mine } = await talk()
    await door.say({ code: '5090', callId, reason })
    expect(await callOf(callId)).toMatchObject({ state: 'ended', reason: told, answered_by: 'P' })
    await until(() =>
      words(mine.heard, 'call').find(word => word.callId === callId && word.state === 'ended'),
    )
    // A second time it is over already, and a new visitor may ring.
    await door.say({ code: '5090', callId, reason })
    expect(await door.ring()).not.toBe(callId)
  })

  test('is not ended by another door, nor with the number of another call', async () => {
    const { door, callId } = await talk()
    const other = await openDoor(stage)
    await other.say({ code: '5090', callId, reason: 'hangUp' })
    await door.say({ code: '5090', callId: callId + 1000, reason: 'hangUp' })
    expect((await callOf(callId))?.state).toBe('answered')
  })

  test('survives a cut of either side; a door that comes back hears that it still runs', async () => {
    const { door, mine, callId } = await talk()
    await mine.client.endAsync()
    await door.unit.endAsync()
    await stage.broker.sweepDoors()
    expect((await callOf(callId))?.state).toBe('answered')
    const back = await stage.device(door.imei, door.secret)
    const heard = hear(back)
    await back.subscribeAsync(`sfwatch/${door.imei}/device`, { qos: 1 })
    expect(await until(() => words(heard, '5085')[0])).toMatchObject({ callId, state: 'answered' })
    await back.endAsync()
  })

  test('is over after half an hour that nobody ended', async () => {
    const { callId } = await talk()
    stage.clock.advance(30 * 60_000 + 1)
    await stage.broker.sweepDoors()
    expect(await callOf(callId)).toMatchObject({ state: 'ended', reason: 'lost' })
  })

  test.each<[string, (me: { id: number }, door: { id: number }) => Promise<unknown>, () => void]>([
    [
      'may answer no more',
      me => stage.query('delete from account_role where account_id = $1', [me.id]),
      () => stage.bus.emit('rights.changed', {}),
    ],
    [
      'is disabled',
      me => stage.query(`update account set status = 'disabled' where id = $1`, [me.id]),
      () => stage.bus.emit('rights.changed', {}),
    ],
    [
      'has signed out everywhere',
      me => stage.query('delete from session where account_id = $1', [me.id]),
      () => stage.bus.emit('session.ended', { tokenHashes: [], accountId: 0 }),
    ],
    [
      'uses a door that was removed',
      (_me, door) => stage.query('update device set removed_at = 1 where id = $1', [door.id]),
      () => stage.bus.emit('device.changed', { ids: [], tenantId: stage.tenants[0], change: 'removed' }),
    ],
    [
      'may answer no more, by the word of another process',
      me => stage.query('delete from account_role where account_id = $1', [me.id]),
      () => {
        stage.clock.advance(30_001)
        void stage.broker.sweepDoors()
      },
    ],
  ])('ends when who talks %s', async (_name, take, tell) => {
    const { door, me, callId } = await talk()
    const other = await talk()
    await take(me, door)
    tell()
    await until(async () => (await callOf(callId))?.state === 'ended')
    expect(await callOf(callId)).toMatchObject({ reason: 'lost' })
    expect((await callOf(other.callId))?.state).toBe('answered')
  })

  test('carries what both ends say about the line, in order, to the other end alone', async () => {
    const { door, mine, colleague, callId, speak } = await talk()
    const candidate = (line: number) => ({ kind: 'candidate', candidate: `c${line}`, mid: '0', line })
    for (let line = 0; line < 40; line++) speak(candidate(line))
    const lines = () => words(door.heard, '5083').map(({ signal }) => (signal as { line: number }).line)
    await until(() => lines().length === 40)
    expect(lines()).toEqual(Array.from({ length: 40 }, (_, line) => line))
    for (let line = 0; line < 40; line++) void door.say({ code: '5083', callId, signal: candidate(line) })
    const answers = () => words(mine.heard, '5083').map(({ signal }) => (signal as { line: number }).line)
    await until(() => answers().length === 40)
    expect(answers()).toEqual(Array.from({ length: 40 }, (_, line) => line))
    expect(words(colleague.heard, '5083')).toEqual([])
  })

  test('ends when one end says goodbye', async () => {
    const { callId, speak, mine } = await talk()
    speak({ kind: 'bye' })
    await until(async () => (await callOf(callId))?.state === 'ended')
    // What trickles in later is nobody's fault.
    speak({ kind: 'renew' })
    await stage.broker.sweepDoors()
    expect(mine.client.connected).toBe(true)
  })

  test('is no business of others: who meddles is cut off', async () => {
    const { door, callId } = await talk()
    const signal = { kind: 'renew' }
    const other = await stage.addPerson({ permissions: OPENER })
    const attempts: [string, object][] = [
      [`acm/${other.id}/call`, { code: '5083', callId, signal }],
      [`acm/${other.id}/call`, { code: '5083', callId: 999_999_999, signal }],
      [`acm/${other.id + 1}/call`, { code: '5083', callId, signal }],
      [`acm/${other.id}/call`, { code: '5083', callId, signal: { kind: 'offer', sdp: 'x'.repeat(50_000) } }],
      [`acm/${other.id}/call`, { code: '5083', callId, signal: { kind: 'shout' } }],
      [`acm/${other.id}/call`, { code: '5082', callId }],
    ]
    for (const [topic, body] of attempts) {
      const client = await stage.person(other)
      client.publish(topic, JSON.stringify(body))
      await goes(client)
      client.end(true)
    }
    // A device that is not the door of the call is not heard either.
    const stranger = await openDoor(stage)
    await stranger.say({ code: '5083', callId, signal })
    expect(words(door.heard, '5083')).toEqual([])
  })
})

describe('messages to oneself', () => {
  test('reach the own consoles and nobody else, at every quality of service', async () => {
    const me = await stage.addPerson({ permissions: ['broker.publish'] })
    const before = stage.broker.counts().toThemselves
    const [here, there] = [await console_(stage, me), await console_(stage, me)]
    const other = await console_(stage, await stage.addPerson({ permissions: ['broker.publish'] }))
    for (const qos of [0, 1, 2] as const)
      await here.client.publishAsync(`acm/${me.id}/web`, JSON.stringify({ code: 'hello', qos }), { qos })
    for (const { heard } of [here, there]) {
      await until(() => words(heard, 'hello').length === 3)
      expect(words(heard, 'hello').map(({ qos }) => qos)).toEqual([0, 1, 2])
    }
    expect(words(other.heard, 'hello')).toEqual([])
    expect(stage.broker.counts().toThemselves).toBe(before + 3)
  })

  test.each([
    ['without the right', ['device.read'], (id: number) => `acm/${id}/web`, 10, false],
    ['to another person', ['broker.publish'], (id: number) => `acm/${id + 1}/web`, 10, false],
    ['to everybody', ['broker.publish'], () => 'acm/notice/web', 10, false],
    ['longer than 8 KB', ['broker.publish'], (id: number) => `acm/${id}/web`, 8193, false],
    ['retained', ['broker.publish'], (id: number) => `acm/${id}/web`, 10, true],
  ] as const)('%s are refused', async (_name, permissions, topic, length, retain) => {
    const me = await stage.addPerson({ permissions: [...permissions] })
    const client = await stage.person(me)
    client.publish(topic(me.id), 'x'.repeat(length), { retain })
    await goes(client)
    client.end(true)
  })
})

test('an SOS and a card stand in the message centre of whom they concern, and critical alarms are announced', async () => {
  const door = await openDoor(stage, { departmentId: stage.departments[0] })
  const person = await stage.addPerson({ permissions: ['alarm.read', 'device.read', 'doorCard.read'] })
  const guard = await stage.addPerson({ permissions: ['alarm.read', 'device.read'] })
  const others = [
    await stage.addPerson({ permissions: ['call.answer'] }),
    await stage.addPerson({ tenant: stage.tenants[1] }),
    await stage.addPerson({ scope: 'department', departmentId: stage.departments[1] }),
  ]
  const raised: RaisedAlarm[] = []
  const stop = stage.bus.on('alarm.raised', ({ alarms }) => raised.push(...alarms))
  await door.say({ code: '3001', type: 15, time: stage.clock.now() })
  await door.say({ code: '3001', type: 13, time: stage.clock.now() })
  await door.say({ code: '3001', type: 23, time: stage.clock.now() })
  await door.say({ code: '5084', cardInfo: '04A1' })
  await door.say({ code: '5084', cardInfo: '04A2' })
  expect((await noticesOf(person)).map(({ kind }) => kind)).toEqual(['sos', 'alarm', 'card', 'card'])
  // A card's number opens doors: who may not see cards hears of none.
  expect((await noticesOf(guard)).map(({ kind }) => kind)).toEqual(['sos', 'alarm'])
  for (const other of others) expect(await noticesOf(other)).toEqual([])
  expect(raised.filter(({ imei }) => imei === door.imei).map(({ type }) => type)).toEqual(['sos', 'fall'])
  stop()
})
