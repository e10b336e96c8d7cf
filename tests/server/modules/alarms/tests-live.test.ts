// Test windows at work: what they keep from people, what they count, and what becomes of it when they end.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tendAlarms } from '../../../../server/modules/alarms/clock.ts'
import { createJudge } from '../../../../server/modules/alarms/judge.ts'
import { hear, type Stage, setStage, until } from '../../broker/stage.ts'

const MINUTE = 60_000
let stage: Stage
let maker: { id: number; tokenHash: string }
let device: { id: number; imei: string }
beforeAll(async () => {
  stage = await setStage()
  maker = await stage.addPerson({ permissions: ['alarm.read', 'notice.read', 'device.read'] })
})
afterAll(() => stage.stop())
beforeEach(async () => {
  await stage.query('delete from alarm_rule')
  await stage.query('update alarm_test set removed_at = 1')
  device = await stage.addDevice({
    departmentId: stage.departments[0],
    desired: { limits: { ambientTemperature: { upper: 45 } } },
  })
})

async function addTest(more: Record<string, unknown> = {}): Promise<number> {
  const now = stage.clock.now()
  const all: Record<string, unknown> = {
    tenant_id: stage.tenants[0],
    created_at: now,
    updated_at: now,
    reason: 'works on the roof',
    starts_at: now - MINUTE,
    ends_at: now + 10 * MINUTE,
    user_id: maker.id,
    user_name: 'P',
    ...more,
  }
  const names = Object.keys(all)
  const [row] = await stage.query<{ id: number }>(
    `insert into alarm_test (${names}) values (${names.map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(all),
  )
  return row?.id ?? 0
}
const say = (body: object) =>
  stage.broker.ingest.take(device.imei, Buffer.from(JSON.stringify(body)), `sfwatch/${device.imei}/server`)
const alarms = () =>
  stage.query<{ id: number; type: string; status: string; test_id: number | null; severity: string }>(
    'select id, type, status, test_id, severity from alarm where device_id = $1 order by id',
    [device.id],
  )
const hiddenBy = async (id: number) =>
  (await stage.query<{ hidden: number }>('select hidden from alarm_test where id = $1', [id]))[0]?.hidden
const tend = () =>
  tendAlarms({ data: stage.data, bus: stage.bus, judge: createJudge(), now: stage.clock.now })
const noticesAbout = () =>
  stage.query<{ kind: string; content: string; who: string }>(
    'select kind, content, who from notice where imei = $1 order by id',
    [device.imei],
  )
const SMOKE = { code: '3001', type: 8 }
const SOS = { code: '3001', type: 15 }

test('alarms in one are counted and told nobody; an SOS is told all the same', async () => {
  const id = await addTest({ device_id: device.id })
  const raised = vi.fn()
  const stops = [stage.bus.on('alarm.raised', raised), stage.bus.on('alarm.notified', raised)]
  const person = await stage.person(maker)
  await person.subscribeAsync('acm/notice/web', { qos: 1 })
  const heard = hear(person)
  await say(SMOKE)
  await say({ code: '3001', type: 25 })
  expect(await alarms()).toMatchObject([
    { type: 'smoke', status: 'handled', test_id: id, severity: 'critical' },
    { type: 'watchWarning', status: 'handled', test_id: id },
  ])
  expect(await hiddenBy(id)).toBe(2)
  expect(raised).not.toHaveBeenCalled()
  expect(await noticesAbout()).toEqual([])
  await say(SOS)
  const types = () =>
    heard
      .filter(({ body }) => body.code === 'alarm')
      .map(({ body }) => (body.alarm as { type: unknown }).type)
  await until(() => heard.some(({ body }) => body.code === '9003') && types().length > 0)
  expect(types()).toEqual([15])
  expect((await alarms()).at(-1)).toMatchObject({ type: 'sos', status: 'open', test_id: null })
  expect(await hiddenBy(id)).toBe(2)
  await person.endAsync()
  for (const stop of stops) stop()
})

test('a change of one is told to everybody of the tenant who may see them, whatever their departments', async () => {
  const permissions = ['alarmTest.read']
  const people = [
    await stage.addPerson({ permissions }),
    await stage.addPerson({ permissions, scope: 'department', departmentId: stage.departments[1] ?? null }),
    await stage.addPerson({ permissions: ['alarm.read'] }),
    await stage.addPerson({ permissions, tenant: stage.tenants[1] ?? 0 }),
  ]
  const heard: { person: Awaited<ReturnType<Stage['person']>>; messages: ReturnType<typeof hear> }[] = []
  for (const each of people) {
    const person = await stage.person(each)
    await person.subscribeAsync('acm/notice/web', { qos: 1 })
    heard.push({ person, messages: hear(person) })
  }
  const counts = () =>
    heard.map(({ messages }) => messages.filter(({ body }) => body.code === 'tests').length)
  stage.bus.emit('alarmTest.changed', { tenantId: stage.tenants[0] ?? 0 })
  await until(() => counts()[0] === 1 && counts()[1] === 1)
  // The other tenant's comes later on the same ways: what was not meant for them would have come by then.
  stage.bus.emit('alarmTest.changed', { tenantId: stage.tenants[1] ?? 0 })
  await until(() => counts()[3] === 1)
  expect(counts()).toEqual([1, 1, 0, 1])
  for (const { person } of heard) await person.endAsync()
})

test('an SOS is hidden where it is named, and only there', async () => {
  await addTest({ types: ['smoke'] })
  const id = await addTest({ device_id: device.id, types: ['sos'] })
  await say(SOS)
  expect(await alarms()).toMatchObject([{ type: 'sos', status: 'handled', test_id: id }])
  expect(await noticesAbout()).toEqual([])
})

test('overlapping windows count an alarm once, in the narrowest', async () => {
  const [group] = await stage.query<{ id: number }>(
    `insert into device_group (tenant_id, created_at, updated_at, name) values ($1, 0, 0, 'tested') returning id`,
    [stage.tenants[0]],
  )
  await stage.query('update device set group_id = $2 where id = $1', [device.id, group?.id])
  const ofType = await addTest({ types: ['smoke'] })
  const ofGroup = await addTest({ group_id: group?.id })
  const own = await addTest({ device_id: device.id, ends_at: stage.clock.now() + MINUTE })
  await say(SMOKE)
  stage.clock.advance(2 * MINUTE)
  await say(SMOKE)
  expect((await alarms()).map(row => row.test_id)).toEqual([own, ofGroup])
  expect([await hiddenBy(ofType), await hiddenBy(ofGroup), await hiddenBy(own)]).toEqual([0, 1, 1])
})

test('a repeated message is counted once', async () => {
  const id = await addTest({ device_id: device.id })
  const message = { ...SMOKE, time: stage.clock.now() }
  await say(message)
  await say(message)
  expect(await hiddenBy(id)).toBe(1)
})

test('what was raised before it began is told, though it comes late', async () => {
  const id = await addTest({ device_id: device.id })
  await say({ ...SMOKE, time: stage.clock.now() - 5 * MINUTE })
  expect(await alarms()).toMatchObject([{ status: 'open', test_id: null }])
  expect(await hiddenBy(id)).toBe(0)
})

test('ends by itself: its maker is told once with the count, whichever process ends it', async () => {
  const id = await addTest({ device_id: device.id })
  await say(SMOKE)
  await tend()
  expect(await noticesAbout()).toEqual([])
  stage.clock.advance(11 * MINUTE)
  await Promise.all([tend(), tend(), tend()])
  expect(await noticesAbout()).toEqual([{ kind: 'testEnd', content: '1', who: 'works on the roof' }])
  await say(SMOKE)
  expect((await alarms()).at(-1)).toMatchObject({ status: 'open', test_id: null })
  expect(await hiddenBy(id)).toBe(1)
})

test('a fault that began in it keeps the device abnormal, and becomes an alarm when it outlasts it', async () => {
  await addTest({ device_id: device.id })
  await say({ code: '2001', values: { ambientTemperature: 60 } })
  await say({ code: '3001', type: 22 })
  const state = async () =>
    (
      await stage.query<{ state: string }>('select state from device_state where device_id = $1', [device.id])
    )[0]?.state
  expect(await state()).toBe('abnormal')
  expect((await alarms()).map(row => row.status)).toEqual(['handled', 'handled'])
  // The temperature is well again while the test still runs.
  stage.clock.advance(MINUTE)
  await say({ code: '2001', values: { ambientTemperature: 20 } })
  stage.clock.advance(11 * MINUTE)
  const changed = vi.fn()
  const stop = stage.bus.on('alarm.changed', changed)
  await tend()
  stop()
  expect(await alarms()).toMatchObject([
    { type: 'environmentTemperature', status: 'handled' },
    { type: 'deviceFault', status: 'open', test_id: null },
    { type: 'alarmRecovery', status: 'handled' },
  ])
  const fault = (await alarms())[1]
  expect(changed).toHaveBeenCalledWith({ tenantId: stage.tenants[0], ids: [fault?.id] })
  const story = await stage.query<{ kind: string }>(
    'select kind from alarm_event where alarm_id = $1 order by id',
    [fault?.id],
  )
  expect(story.map(({ kind }) => kind)).toEqual(['raised', 'raised'])
  // The device says that it is over: the alarm that came out of the test hears of it.
  await say({ code: '3001', type: 19 })
  expect(await state()).toBe('online')
  expect(
    await stage.query('select kind from alarm_event where alarm_id = $1 and kind = $2', [
      fault?.id,
      'recovered',
    ]),
  ).toHaveLength(1)
})

test('what outlasts one window stays hidden while another holds', async () => {
  await addTest({ device_id: device.id, ends_at: stage.clock.now() + MINUTE })
  const other = await addTest({ device_id: device.id, starts_at: stage.clock.now() })
  await say({ code: '3001', type: 22 })
  stage.clock.advance(2 * MINUTE)
  await tend()
  expect(await alarms()).toMatchObject([{ status: 'handled', test_id: other }])
  stage.clock.advance(20 * MINUTE)
  await tend()
  expect(await alarms()).toMatchObject([{ status: 'open', test_id: null }])
})
