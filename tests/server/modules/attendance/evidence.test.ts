// What speaks for a day, side by side, and which day it is judged under: doors, faces, fences and phones; nights, rules that
// change in the middle of a month, clocks that are wrong.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markPunches } from '../../../../server/modules/attendance/due.ts'
import { runAttendance } from '../../../../server/modules/attendance/round.ts'
import {
  addDays,
  firstOfMonth,
  localDay,
  momentOn,
  weekdayOf,
} from '../../../../src/domain/attendance/local-days.ts'
import { startServer, type TestServer } from '../../start.ts'

const ZONE = 'Asia/Shanghai'
const today = localDay(ZONE, Date.now())
const DAY_SLOT = {
  ...{ name: 'morning', openFrom: 390, start: 480, lateUntil: 490, cutOff: 570, end: 720, closeUntil: 760 },
}
const NIGHT_SLOT = {
  ...{
    name: 'evening',
    openFrom: 1260,
    start: 1320,
    lateUntil: 1330,
    cutOff: 1440,
    end: 1800,
    closeUntil: 1920,
  },
}
const settings = { validFrom: '2026-01-01', zone: ZONE, weekType: 'big', punchCount: 2, slots: [DAY_SLOT] }

let server: TestServer
const call = async (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })
const ask = (path: string, query: Record<string, string>, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, query })
const saved = async (path: string, body: object) => {
  const answer = await call(`${path}/save`, body)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as { id: number; version: number }
}
async function judge(): Promise<void> {
  const waiting = () => server.sql(sql => sql.first('select day from attendance_due limit 1'))
  do await runAttendance(server.app.parts, Date.now(), async () => [])
  while ((await waiting()) !== undefined)
}
/** Somebody new who goes by a rule. */
async function hand(name: string, ruleId: number, fromDay: string, more: object = {}): Promise<number> {
  const { id } = await saved('worker', { name, ...more })
  await saved('attendanceAssignment', { workerId: id, ruleId, fromDay })
  return id
}
const dayOf = async (workerId: number, day: string) => {
  const { data } = await ask('attendance/day', { workerId: String(workerId), day })
  return data as {
    states: (number | null)[]
    times: (number | null)[]
    rule: { version: number } | null
    punches: { source: string; trust: string; place: string | null; at: number }[]
  }
}
/** The day itself, or the Saturday before a Sunday. */
const workdayUntil = (day: string) => (weekdayOf(day) === 7 ? addDays(day, -1) : day)
/** The last day so many days ago at least that is worked. */
const workday = (ago: number) => workdayUntil(addDays(today, -ago))
/** A punch of a card. Its day is marked as well: the server's own round may have judged it before the punch. */
const punchAt = (workerId: number, at: number) =>
  server.sql(async sql => {
    await sql.query(
      `insert into punch (tenant_id, created_at, updated_at, worker_id, source, claimed_at, at, trust)
       values ($1, $2, $2, $3, 'card', $2, $2, 'sure')`,
      [server.here.tenantId, at, workerId],
    )
    await markPunches(sql, [{ workerId, at }])
  })
const mark = (workerId: number, day: string) =>
  server.sql(sql =>
    sql.query(
      'insert into attendance_due (worker_id, day, tenant_id) values ($1, $2, $3) on conflict do nothing',
      [workerId, day, server.here.tenantId],
    ),
  )

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('a card, a face, a helmet that enters the site and a phone stand side by side, each once', async () => {
  const { tenantId, doorCardId, deviceId, otherDeviceId, fenceId } = server.here
  const rule = await saved('attendanceRule', { ...settings, name: 'Side by side', fenceId })
  const account = await server.sql(sql => sql.first(`select id from account where username = 'patrol'`))
  const workerId = await hand('Everywhere', rule.id, addDays(today, -20), {
    accountId: account?.id,
    deviceIds: [otherDeviceId],
  })
  const at = Date.now() - 50_000
  await server.sql(async sql => {
    const sample = await sql.first('select id from face_sample where tenant_id = $1 limit 1', [tenantId])
    await sql.query(`update door_card set card_info = 'E8E17400' where id = $1`, [doorCardId])
    await sql.query(
      'update worker set card_ids = array[$2::bigint], face_sample_ids = array[$3::bigint] where id = $1',
      [workerId, doorCardId, sample?.id],
    )
    await sql.query(
      `insert into door_event (tenant_id, created_at, updated_at, device_id, imei, device_name, kind, card_info, at)
       values ($1, $2, $2, $3, '86', 'North gate', 'cardOpened', 'E8E17400', $2)`,
      [tenantId, at, deviceId],
    )
    await sql.query(
      `update face_capture set state = 'confirmed', sample_id = $2, similarity = 90, at = $3, place = 'Face at the gate',
         device_id = $4, updated_at = $5 where tenant_id = $1`,
      [tenantId, sample?.id, at + 1_000, deviceId, Date.now()],
    )
    // Out of the fence of another, and a guess that nobody has confirmed: neither says anything of this person.
    for (const [kind, device, seconds] of [
      ['entry', otherDeviceId, 2],
      ['dwell', otherDeviceId, 3],
      ['entry', deviceId, 4],
    ])
      await sql.query(
        `insert into fence_event (tenant_id, created_at, updated_at, fence_id, fence_name, device_id, device_name, imei, kind,
           at, latitude, longitude) values ($1, $2, $2, $3, 'Site', $4, 'Helmet', '86', $5, $6, 22.5, 114)`,
        [tenantId, at, fenceId, device, kind, at + Number(seconds) * 1_000],
      )
  })
  const told = await call('punch/save', { claimedAt: at + 5_000, offsetMs: 0 }, server.tokens.patrol)
  expect(told.code).toBe(0)
  await judge()
  await judge()
  const { punches } = await dayOf(workerId, localDay(ZONE, at))
  expect(punches.map(({ source, place }) => [source, place])).toEqual([
    ['card', 'North gate'],
    ['face', 'Face at the gate'],
    ['fence', 'Site'],
    ['phone', null],
  ])
  const presence = await ask('worker/presence', {})
  const { people } = presence.data as { people: { id: number; state: string }[] }
  // Whether it was the way in or out is as the day was judged: before lunch and in the evening they have left by it.
  expect(people.find(({ id }) => id === workerId)).toMatchObject({ by: 'punch', since: at + 5_000 })
})

test('a shift from ten to six is of the day it begins on: five past six is yesterday’s, in one row', async () => {
  const rule = await saved('attendanceRule', { ...settings, name: 'Night', slots: [NIGHT_SLOT] })
  let day = workday(4)
  while (weekdayOf(day) >= 6) day = addDays(day, -1)
  const workerId = await hand('Night watch', rule.id, addDays(day, -1))
  await punchAt(workerId, momentOn(ZONE, day, 21 * 60 + 55))
  await punchAt(workerId, momentOn(ZONE, addDays(day, 1), 6 * 60 + 5))
  await mark(workerId, day)
  await mark(workerId, addDays(day, 1))
  await judge()
  expect((await dayOf(workerId, day)).states).toEqual([null, null, null, null, 1, 1])
  const rows = await ask('attendanceDay/page', { workerId: String(workerId), dayFrom: day, dayTo: day })
  expect(rows.data).toMatchObject({ total: 1 })
  // The morning says nothing of the night that follows it.
  expect((await dayOf(workerId, addDays(day, 1))).states.slice(4)).toEqual([0, 0])
})

test('the days before a change of the rule keep the settings that they were worked by', async () => {
  const rule = await saved('attendanceRule', { ...settings, name: 'Changing' })
  const change = workday(6)
  const before = workday(9)
  const after = change
  const workerId = await hand('Changed', rule.id, addDays(today, -30))
  for (const day of [before, after]) {
    await punchAt(workerId, momentOn(ZONE, day, 485))
    await punchAt(workerId, momentOn(ZONE, day, 730))
  }
  await judge()
  expect((await dayOf(workerId, after)).states.slice(0, 2)).toEqual([1, 1])
  const stricter = { ...DAY_SLOT, start: 450, lateUntil: 455 }
  await saved('attendanceRule', {
    ...{ ...settings, id: rule.id, version: rule.version, name: 'Changing' },
    ...{ validFrom: change, slots: [stricter] },
  })
  await judge()
  expect(await dayOf(workerId, before)).toMatchObject({
    rule: { version: 1 },
    states: [1, 1, null, null, null, null],
  })
  expect(await dayOf(workerId, after)).toMatchObject({
    rule: { version: 2 },
    states: [2, 1, null, null, null, null],
  })
})

test('who changes the rule they go by is judged by each on its own days', async () => {
  const first = await saved('attendanceRule', { ...settings, name: 'First half' })
  const second = await saved('attendanceRule', {
    ...{ ...settings, name: 'Second half', slots: [{ ...DAY_SLOT, start: 450, lateUntil: 455 }] },
  })
  const { id: workerId } = await saved('worker', { name: 'Moved' })
  const turn = workday(6)
  await saved('attendanceAssignment', {
    ...{ workerId, ruleId: first.id, fromDay: addDays(turn, -10), untilDay: addDays(turn, -1) },
  })
  await saved('attendanceAssignment', { workerId, ruleId: second.id, fromDay: turn })
  const before = workdayUntil(addDays(turn, -1))
  for (const day of [before, turn]) {
    await punchAt(workerId, momentOn(ZONE, day, 485))
    await mark(workerId, day)
  }
  await judge()
  expect((await dayOf(workerId, before)).states[0]).toBe(1)
  expect((await dayOf(workerId, turn)).states[0]).toBe(2)
})

test('who goes from one department to another is counted once, where they are now', async () => {
  const rule = await saved('attendanceRule', { ...settings, name: 'Departments' })
  const { departmentId, otherDepartmentId } = server.here
  const workerId = await hand('Between', rule.id, firstOfMonth(today.slice(0, 7)), { departmentId })
  await judge()
  const { data } = await ask('worker/get', { id: String(workerId) })
  const { version } = data as { version: number }
  await saved('worker', { id: workerId, version, name: 'Between', departmentId: otherDepartmentId })
  const month = today.slice(0, 7)
  const listed = async (query: Record<string, string>) => {
    const answer = await ask('attendance/month', { month, ...query })
    const { people } = answer.data as { people: { workerId: number }[] }
    return people.filter(each => each.workerId === workerId).length
  }
  expect(await listed({})).toBe(1)
  expect(await listed({ departmentId: String(otherDepartmentId) })).toBe(1)
  expect(await listed({ departmentId: String(departmentId) })).toBe(0)
})

test.each([
  ['a day behind, and known to be', -86_400_000, 86_400_000, 'offClock', 0],
  ['a day ahead, and known to be', 86_400_000, -86_400_000, 'offClock', 0],
])(
  'a punch of a phone whose clock is %s is of the day that it was',
  async (_, wrong, offsetMs, trust, away) => {
    const now = Date.now()
    const claimedAt = now + wrong - 2_000
    const told = await call('punch/save', { claimedAt, offsetMs }, server.tokens.patrol)
    expect(told.data).toMatchObject({ trust, at: claimedAt + offsetMs, claimedAt })
    expect(localDay(ZONE, claimedAt + offsetMs)).toBe(addDays(localDay(ZONE, now - 2_000), away))
  },
)

test('the same punch of twenty tries at once is one row', async () => {
  const claimedAt = Date.now() - 7_777
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('punch/save', { claimedAt, offsetMs: 0 }, server.tokens.patrol)),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  const found = await server.sql(sql =>
    sql.first('select count(*)::int as n from punch where claimed_at = $1', [claimedAt]),
  )
  expect(found).toEqual({ n: 1 })
})
