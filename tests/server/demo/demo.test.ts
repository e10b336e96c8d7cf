// The demo in a real database: complete, believable, made once.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE } from '../../../server/db/scoped.ts'
import { demoAccounts } from '../../../server/demo/accounts.ts'
import { seedDemo } from '../../../server/demo/demo.ts'
import { checkDigit } from '../../../server/demo/identifiers.ts'
import { createSandbox } from '../../../server/modules/pay/sandbox.ts'
import { verifyPassword } from '../../../server/modules/session/password.ts'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { deviceKinds } from '../../../src/domain/device/device.ts'
import { readings } from '../../../src/domain/device/readings.ts'
import { startTestDatabase, type TestDatabase } from '../db/database.ts'

const log = pino({ level: 'silent' })
const deviceKey = Buffer.alloc(32, 7)
let database: TestDatabase
let took = 0

const rows = <Row extends Record<string, unknown>>(text: string) =>
  database.data.scoped(WHOLE, sql => sql.query<Row>(text))
const one = async (text: string) => (await rows<{ n: number }>(text))[0]?.n ?? 0
const seed = () => seedDemo({ data: database.data, ownerUrl: database.ownerUrl, deviceKey, log })

beforeAll(async () => {
  database = await startTestDatabase()
  const started = performance.now()
  await seed()
  took = performance.now() - started
}, 120_000)
afterAll(() => database.stop())

test('is of a size that a small machine writes within seconds', async () => {
  const readingRows = await one('select count(*) n from reading')
  console.log(
    `demo: ${Math.round(took)} ms, ${readingRows} readings, ${await one('select count(*) n from alarm')} alarms`,
  )
  expect(readingRows).toBeGreaterThan(200_000)
  expect(readingRows).toBeLessThan(1_500_000)
})

test('is written once', async () => {
  expect(await seed()).toBe(false)
  expect(await one('select count(*) n from tenant')).toBe(4)
})

test('has residents at each step: who lives there and may log in, who asks for a home, who has moved out', async () => {
  const [home] = await rows<{ state: string; doors: number }>(
    `select o.state, (select count(*)::int from door_right x where x.occupancy_id = o.id) as doors
     from resident r join occupancy o on o.resident_id = r.id where r.phone = '13800000021'`,
  )
  expect(home?.state).toBe('active')
  expect(home?.doors).toBeGreaterThan(0)
  expect(await one(`select count(*) n from occupancy where state = 'applied'`)).toBeGreaterThan(3)
  expect(await one(`select count(*) n from occupancy_closing`)).toBe(1)
})

test('has a fleet of all kinds in the states of the drawings', async () => {
  const states = await rows<{ state: string; n: number }>(
    // Without the store, whose devices come from production and nobody has switched on yet.
    `select state, count(*) n from device_state s where not exists
       (select from production_record r where r.device_id = s.device_id) group by state`,
  )
  expect(Object.fromEntries(states.map(row => [row.state, row.n]))).toEqual({
    online: 548,
    offline: 41,
    abnormal: 14,
    notActivated: 9,
  })
  const kinds = await rows<{ kind: string }>('select distinct kind from device')
  expect(kinds.map(row => row.kind).sort()).toEqual([...deviceKinds].sort())
  const imeis = await rows<{ imei: string }>('select imei from device')
  expect(imeis.filter(({ imei }) => Number(imei[14]) !== checkDigit(imei.slice(0, 14)))).toEqual([])
  expect(imeis.every(({ imei }) => imei.length === 15)).toBe(true)
})

test('has the accounts of the README with their password, and a visitor that has none', async () => {
  const accounts = await rows<{ username: string; password_hash: string; roles: number; highest: boolean }>(
    `select username, password_hash, highest, (select count(*) from account_role where account_id = account.id) roles from account`,
  )
  for (const { username } of demoAccounts) {
    const account = accounts.find(row => row.username === username)
    expect(account && (await verifyPassword('Demo-2026!', account.password_hash))).toBe(true)
    expect(account?.roles).toBe(1)
    expect(account?.highest).toBe(username === 'root')
  }
  const visitor = await rows<{ n: number; role: string }>(
    `select role.name as role from account join account_role on account_id = account.id join role on role.id = role_id where visitor`,
  )
  expect(visitor.map(row => row.role)).toEqual(['访客'])
  const others = accounts.filter(row => !demoAccounts.some(({ username }) => username === row.username))
  const hash = others[0]?.password_hash ?? ''
  expect(others.every(row => row.password_hash === hash)).toBe(true)
  expect(await verifyPassword('Demo-2026!', hash)).toBe(false)
})

test('has alarms in every state, none of them an SOS that nobody took', async () => {
  const alarms = await rows<{ status: string; n: number }>(
    'select status, count(*) n from alarm group by status',
  )
  const of = (status: string) => alarms.find(row => row.status === status)?.n ?? 0
  expect(of('open')).toBeGreaterThan(5)
  expect(of('open')).toBeLessThan(60)
  expect(of('taken')).toBeGreaterThan(3)
  expect(of('handled')).toBeGreaterThan(500)
  expect(await one(`select count(*) n from alarm where type = 'sos' and status = 'open'`)).toBe(0)
  expect(await one('select count(*) n from alarm where handled_at < taken_at or taken_at < raised_at')).toBe(
    0,
  )
  expect(await one(`select count(*) n from alarm_event where kind = 'raised'`)).toBe(
    await one('select count(*) n from alarm'),
  )
  expect(await one(`select count(*) n from alarm where raised_at > ${Date.now()}`)).toBe(0)
  expect(alarm.removable).toBe(false)
})

test('measures what is plausible, up to the last message', async () => {
  const spans = await rows<{ kind: keyof typeof readings; low: number; high: number }>(
    'select kind, min(value) low, max(value) high from reading group by kind',
  )
  for (const { kind, low, high } of spans) {
    expect(low, kind).toBeGreaterThanOrEqual(readings[kind].min)
    expect(high, kind).toBeLessThanOrEqual(readings[kind].max)
  }
  expect(
    await one(
      'select count(*) n from reading join device_state using (device_id) where at > last_message_at',
    ),
  ).toBe(0)
  expect(await one('select count(*) n from latest_reading')).toBeGreaterThan(1000)
  expect(await one('select count(*) n from position')).toBeGreaterThan(50_000)
})

test('has a picture for every product', async () => {
  const products = await rows<{ image: string }>('select distinct image from product')
  const missing = products.filter(
    ({ image }) => !existsSync(join(import.meta.dirname, '../../../public', image)),
  )
  expect(products.length).toBeGreaterThan(0)
  expect(missing).toEqual([])
})

test('has cards, rights and calls of doors that agree with what happened there', async () => {
  const cards = await rows<{ state: string; n: number }>(
    'select state, count(*) n from door_card group by state',
  )
  const of = (state: string) => cards.find(row => row.state === state)?.n ?? 0
  expect([of('draft'), of('blocked'), of('issued')]).toEqual([10, 8, 62])
  expect(await one('select count(*) n from door_right where card_id is not null')).toBeGreaterThan(200)
  expect(await one('select count(*) n from door_right where account_id is not null')).toBe(12)
  expect(await one('select count(*) n from door_right where valid_from >= valid_until')).toBe(0)
  expect(await one('select count(*) n from door_list where confirmed < wanted')).toBeGreaterThan(0)
  expect(await one(`select count(*) n from call where state = 'missed'`)).toBeGreaterThan(20)
  expect(await one(`select count(*) n from call where state = 'ended'`)).toBeGreaterThan(80)
  expect(
    await one(`select count(*) n from call where state not in ('missed', 'ended') or ended_at < answered_at
      or answered_at < started_at or unlocked_at < answered_at or unlocked_at > ended_at or ended_at > ${Date.now()}
      or (answered_by is null) <> (state = 'missed')`),
  ).toBe(0)
  // Each unlocking of a call is an event of its door by who answered, and no event names another call.
  expect(
    await one(`select count(*) n from call c where unlocked_at is not null and not exists (select from door_event e
      where e.call_id = c.id and e.device_id = c.device_id and e.kind = 'unlocked' and e.at = c.unlocked_at
        and e.person_name = c.answered_by)`),
  ).toBe(0)
  // Cards open where and when they may: after they were issued, within the right, at doors that were there.
  expect(
    await one(`select count(*) n from door_event e where kind = 'cardOpened' and not exists (
      select from door_right r join door_card c on c.id = r.card_id where r.device_id = e.device_id
        and c.card_info = e.card_info and c.holder_name = e.person_name and e.at > c.issued_at
        and (r.valid_from is null or r.valid_from <= e.at) and (r.valid_until is null or r.valid_until > e.at))`),
  ).toBe(0)
  expect(
    await one(`select count(*) n from door_event e join device_state s using (device_id)
      where e.at > coalesce(s.offline_at, ${Date.now()})`),
  ).toBe(0)
  expect(await one('select count(*) n from door_event')).toBeGreaterThan(800)
})

test('what was paid by the sandbox is in its books too, and can be paid back', async () => {
  const paid = await rows<{ trade: string; amount: number }>(
    `select p.trade_number as trade, p.amount from bill b join payment p on p.id = b.payment_id
     where b.state = 'paid' and b.way = 'sandbox'`,
  )
  expect(paid.length).toBeGreaterThan(0)
  const sandbox = createSandbox({ data: database.data, seed: deviceKey, post: async () => true })
  for (const { trade, amount } of paid) {
    const order = { tradeNumber: trade, providerNumber: null, amount, refundNumber: `GR${trade}` }
    expect(await sandbox.refund({ ...order, refund: amount, reason: 'refund' })).toEqual({ state: 'waiting' })
  }
})

test('each company has an emergency that is still being looked after, and the drill before it', async () => {
  const found = await rows<{ state: string; n: number }>(
    'select state, count(*) n from emergency group by state order by state',
  )
  expect(found).toEqual([
    { state: 'closed', n: 3 },
    { state: 'stabilised', n: 3 },
  ])
  // Whom a message was for has confirmed it, but for one; a note came late; the devices that it names were on their way.
  expect(await one('select count(*) n from emergency_told where confirmed_at is null')).toBe(3)
  expect(await one('select count(*) n from emergency_entry where recorded_at > at + 60000')).toBe(3)
  expect(
    await one(`select count(*) n from late_arrival l where exists (select from track_hour h
      where h.device_id = l.device_id and h.first_at < l.to_at and h.last_at > l.from_at)`),
  ).toBe(3)
  expect(await one('select count(*) n from muster_person')).toBe(
    await one('select count(*) n from muster_sighting'),
  )
  expect(await one('select count(*) n from replay_mark')).toBe(9)
})
