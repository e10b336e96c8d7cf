// Attendance against the real server: punches once, judged at once and anew, rules in versions, months closed and reopened.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAttendance } from '../../../../server/modules/attendance/round.ts'
import {
  addDays,
  addMonths,
  localDay,
  momentOn,
  monthOf,
  weekdayOf,
} from '../../../../src/domain/attendance/local-days.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
let workerId: number
let strangerId: number
let ruleId: number
const ZONE = 'Asia/Shanghai'
const today = localDay(ZONE, Date.now())
const noLeave = async () => []

const slots = [
  { name: 'morning', openFrom: 390, start: 480, lateUntil: 490, cutOff: 570, end: 720, closeUntil: 760 },
  { name: 'afternoon', openFrom: 765, start: 810, lateUntil: 815, cutOff: 870, end: 1080, closeUntil: 1120 },
]
const rule = { name: 'Day', validFrom: '2026-01-01', zone: ZONE, weekType: 'big', punchCount: 4, slots }
const call = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })
const ask = (path: string, query: Record<string, string>, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, query })
const idOf = ({ data }: { data?: unknown }) => (data as { id: number }).id
/** The server judges by itself, too: over once nothing is due, whoever did it. */
async function judge(now = Date.now()): Promise<void> {
  const waiting = () => server.sql(sql => sql.first('select day from attendance_due limit 1'))
  do await runAttendance(server.app.parts, now, noLeave)
  while ((await waiting()) !== undefined)
}
const punchAt = (at: number, source = 'card', worker = workerId) =>
  server.sql(async sql => {
    await sql.query(
      `insert into punch (tenant_id, created_at, updated_at, worker_id, source, claimed_at, at, trust)
       values ($1, $2, $2, $3, $4, $2, $2, 'sure') on conflict do nothing`,
      [server.here.tenantId, at, worker, source],
    )
    await sql.query(
      `insert into attendance_due (worker_id, day, tenant_id) values ($1, $2, $3) on conflict do nothing`,
      [worker, localDay(ZONE, at), server.here.tenantId],
    )
  })
const dayOf = async (day: string) => {
  const { data } = await ask('attendanceDay/page', { dayFrom: day, dayTo: day, workerId: String(workerId) })
  return (data as { list: Record<string, unknown>[] }).list[0]
}
/** The last workday at least so many days ago. */
const workday = (ago: number): string => {
  let day = addDays(today, -ago)
  while (weekdayOf(day) === 7) day = addDays(day, -1)
  return day
}

beforeAll(async () => {
  server = await startServer()
  const account = await server.sql(sql => sql.first(`select id from account where username = 'patrol'`))
  workerId = idOf(await call('worker/save', { name: 'Wang Wu', accountId: account?.id }))
  strangerId = idOf(await call('worker/save', { name: 'Stranger' }, server.tokens.stranger))
  const made = await call('attendanceRule/save', rule)
  expect(made.code).toBe(0)
  ruleId = idOf(made)
  expect(
    (await call('attendanceAssignment/save', { workerId, ruleId, fromDay: addDays(today, -70) })).code,
  ).toBe(0)
  await judge()
})
afterAll(() => server.stop())

describe('rules', () => {
  const [morning, afternoon] = slots
  test.each([
    [{ slots: [{ ...morning, cutOff: 480 }, afternoon] }, 'attendance.cutOffBeforeLate', 'slots'],
    [{ slots: [{ ...morning, closeUntil: 800 }, afternoon] }, 'attendance.slotsOverlap', 'slots'],
    [{ punchCount: 5 }, 'attendance.punchCount', 'punchCount'],
    [{ weekType: 'alternating' }, 'attendance.anchor', 'anchorMonday'],
    [{ zone: 'Mars/Olympus' }, 'field.zone', 'zone'],
  ])('%# is refused by name', async (change, id, field) => {
    expect(await call('attendanceRule/save', { ...rule, name: 'Other', ...change })).toMatchObject({
      id,
      field,
    })
  })

  test('a change of the settings is a further version; versions never change', async () => {
    const { data } = await ask('attendanceRule/get', { id: String(ruleId) })
    const { version } = data as { version: number }
    const later = { ...rule, id: ruleId, version, validFrom: addDays(today, 1), punchCount: 2 }
    const saved = await call('attendanceRule/save', later)
    expect(saved.data).toMatchObject({ versionNumber: 2, validFrom: addDays(today, 1), punchCount: 2 })
    const again = await call('attendanceRule/save', { ...later, version: version + 1, note: 'Only a note' })
    expect(again.data).toMatchObject({ versionNumber: 2 })
    await expect(
      server.sql(sql => sql.query('update attendance_rule_version set punch_count = 2')),
    ).rejects.toThrow('never changed')
  })

  test('nobody goes by two rules on one day', async () => {
    const other = idOf(await call('attendanceRule/save', { ...rule, name: 'Second' }))
    const twice = { workerId, ruleId: other, fromDay: today }
    expect(await call('attendanceAssignment/save', twice)).toMatchObject({
      id: 'field.overlap',
      field: 'fromDay',
    })
    expect(
      await call('attendanceAssignment/save', { ...twice, fromDay: '2026-02-02', untilDay: '2026-02-01' }),
    ).toMatchObject({ id: 'field.periodOrder', field: 'untilDay' })
    expect(await call('attendanceAssignment/save', { ...twice, workerId: strangerId })).toMatchObject({
      id: 'field.reference',
      field: 'workerId',
    })
  })
})

describe('punches', () => {
  test('a phone’s punch counts once, however often it is sent', async () => {
    const claimedAt = Date.now() - 5_000
    const options = {
      token: server.tokens.patrol,
      body: { claimedAt, offsetMs: 1_000 },
      headers: { 'idempotency-key': 'a'.repeat(32) },
    }
    const first = await server.call('/api/user/punch/save', options)
    expect(first.data).toMatchObject({ source: 'phone', trust: 'sure', at: claimedAt + 1_000 })
    const second = await server.call('/api/user/punch/save', options)
    expect(second.data).toMatchObject({ id: idOf(first) })
    expect(await call('punch/save', { claimedAt, offsetMs: 1_000 }, server.tokens.patrol)).toMatchObject({
      id: 'field.duplicate',
      field: 'claimedAt',
    })
    // Who is held to a department sees their own, though they work in none.
    const own = await ask('punch/page', { size: '50' }, server.tokens.patrol)
    const { list } = own.data as { list: { id: number; accountId: number }[] }
    expect(list.map(({ id }) => id)).toContain(idOf(first))
    expect(new Set(list.map(({ accountId }) => accountId)).size).toBe(1)
  })

  test('a time that is still to come is refused by name, one of four days ago is kept and does not count', async () => {
    const ahead = await call('punch/save', { claimedAt: Date.now() + 600_000 }, server.tokens.patrol)
    expect(ahead).toMatchObject({ id: 'attendance.future', field: 'claimedAt' })
    const old = await call('punch/save', { claimedAt: Date.now() - 96 * 3_600_000 }, server.tokens.patrol)
    expect(old.data).toMatchObject({ trust: 'old' })
  })

  test('whose login belongs to nobody at work cannot punch', async () => {
    expect(await call('punch/save', { claimedAt: Date.now() })).toMatchObject({ id: 'attendance.noWorker' })
  })

  test('punches are never changed or taken away', async () => {
    await expect(server.sql(sql => sql.query('update punch set at = at + 1'))).rejects.toThrow(
      'never changed',
    )
  })

  test('a card at the door is a punch, once', async () => {
    const at = Date.now() - 60_000
    const cardId = server.here.doorCardId
    await server.sql(async sql => {
      await sql.query(`update door_card set card_info = 'E8E17409' where id = $1`, [cardId])
      await sql.query(`update worker set card_ids = array[$2::bigint] where id = $1`, [workerId, cardId])
      for (const kind of ['cardOpened', 'cardRefused'])
        await sql.query(
          `insert into door_event (tenant_id, created_at, updated_at, device_id, imei, device_name, kind, card_info, at)
           values ($1, $2, $2, $3, '86', 'North gate', $4, 'E8E17409', $2)`,
          [server.here.tenantId, at, server.here.deviceId, kind],
        )
    })
    await judge()
    await judge()
    const { data } = await ask('punch/page', {
      source: 'card',
      workerId: String(workerId),
      atFrom: String(at),
      atTo: String(at),
    })
    expect(data).toMatchObject({ total: 1, list: [{ place: 'North gate', trust: 'sure' }] })
  })
})

describe('days', () => {
  test('a late punch replaces a provisional absence, and stays beside the others', async () => {
    const day = workday(2)
    await judge()
    expect(await dayOf(day)).toMatchObject({ outcome: 'absent', absentCount: 4, amAtState: 0 })
    for (const minute of [475, 725, 812, 1085]) await punchAt(momentOn(ZONE, day, minute))
    await judge()
    expect(await dayOf(day)).toMatchObject({
      outcome: 'normal',
      absentCount: 0,
      worth: 1,
      phase: 'provisional',
    })
  })

  test('late by whole minutes, and left early', async () => {
    const day = workday(5)
    for (const minute of [492, 700, 812, 1085]) await punchAt(momentOn(ZONE, day, minute))
    await judge()
    expect(await dayOf(day)).toMatchObject({
      amAtState: 2,
      amEndState: 3,
      pmAtState: 1,
      lateMinutes: 12,
      earlyMinutes: 20,
      outcome: 'late',
    })
    const faults = await ask('attendance/faults', { kind: 'unpunctual', from: day, to: day })
    expect(faults.data).toMatchObject({ people: 1, rows: [{ workerId, late: 1, lateMinutes: 12, early: 1 }] })
  })

  test('a holiday asks for nothing, and once it is gone the day does again', async () => {
    const day = workday(9)
    const saved = await call('calendarDay/save', { day, kind: 'rest', name: 'Holiday' })
    await judge()
    expect(await dayOf(day)).toMatchObject({ outcome: 'rest' })
    await call('calendarDay/remove', { ids: [idOf(saved)] })
    await judge()
    expect(await dayOf(day)).toMatchObject({ outcome: 'absent' })
  })

  test('the day says what speaks for it; only the own one without the right to see others', async () => {
    const day = workday(5)
    const own = await ask('attendance/day', { workerId: String(workerId), day }, server.tokens.patrol)
    expect(own.data).toMatchObject({
      states: [2, 3, 1, 1, null, null],
      minutesOff: [12, 20, null, null, null, null],
    })
    const other = idOf(await call('worker/save', { name: 'Other' }))
    const foreign = [
      await ask('attendance/day', { workerId: String(other), day }, server.tokens.patrol),
      await ask('attendance/day', { workerId: String(workerId), day }, server.tokens.stranger),
    ]
    for (const answer of foreign) expect(answer).toMatchObject({ id: 'row.unknown' })
  })

  test('a month has every day of everybody, and strangers have none of it', async () => {
    const month = monthOf(workday(5))
    const { data } = await ask('attendance/month', { month })
    const { people, days } = data as {
      people: { cells: string; late: number; name: string }[]
      days: unknown[]
    }
    expect(people.map(({ name }) => name)).toEqual(['Wang Wu'])
    expect(people[0]?.cells).toHaveLength(days.length * 8)
    const rows = await ask('attendanceDay/page', {
      ...{ dayFrom: `${month}-01`, dayTo: `${month}-${days.length}`, workerId: String(workerId), size: '50' },
    })
    const { list } = rows.data as { list: { lateCount: number }[] }
    expect(people[0]?.late).toBe(list.reduce((sum, { lateCount }) => sum + lateCount, 0))
    expect(people[0]?.late).toBeGreaterThan(0)
    expect((await ask('attendance/month', { month }, server.tokens.stranger)).data).toMatchObject({
      people: [],
    })
    expect(await ask('attendance/month', { month }, server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
    const mine = await ask('attendance/mine', { month }, server.tokens.patrol)
    expect(mine.data).toMatchObject({ worker: { id: workerId, cells: people[0]?.cells } })
  })
})

describe('corrections', () => {
  test('an approved one adds a punch; nobody else’s day can be asked for without the right to see it', async () => {
    const day = workday(12)
    const at = momentOn(ZONE, day, 470)
    const asked = await call(
      'attendanceCorrection/save',
      { day, slot: 'amAtState', at, reason: 'No signal in the lift' },
      server.tokens.patrol,
    )
    expect(asked.data).toMatchObject({ state: 'pending', workerId })
    const twice = await call(
      'attendanceCorrection/save',
      { day, slot: 'amAtState', at, reason: 'Again' },
      server.tokens.patrol,
    )
    expect(twice).toMatchObject({ id: 'field.duplicate', field: 'slot' })
    const cases = await ask('approvalCase/page', { kind: 'correction' })
    const [open] = (cases.data as { list: { id: number; version: number }[] }).list
    if (!open) throw new Error('no case')
    const decided = await call('approvalCase/approve', {
      ids: [open.id],
      seen: [{ id: open.id, version: open.version }],
      input: {},
    })
    expect(decided.data).toMatchObject({ results: [{ ok: true }] })
    await judge()
    expect(await dayOf(day)).toMatchObject({ amAtState: 1, amEndState: 0 })
    const punches = await ask('punch/page', { source: 'correction' })
    expect(punches.data).toMatchObject({ total: 1, list: [{ at, workerId }] })
  })

  test.each([
    [{ at: Date.now() + 3_600_000 }, 'attendance.future', 'at'],
    [{ at: Date.now() - 30 * 86_400_000 }, 'attendance.otherDay', 'at'],
    [{ at: Date.now(), reason: '' }, 'field.required', 'reason'],
  ])('%# is refused by name', async (change, id, field) => {
    const body = { day: today, slot: 'amAtState', reason: 'x', ...change }
    expect(await call('attendanceCorrection/save', body, server.tokens.patrol)).toMatchObject({ id, field })
  })
})

describe('closed months', () => {
  const month = addMonths(monthOf(today), -2)
  const day = (() => {
    let found = `${month}-10`
    while (weekdayOf(found) > 5) found = addDays(found, 1)
    return found
  })()

  test('what comes later does not change it, until it is opened again with a reason', async () => {
    await server.sql(sql =>
      sql.query('update attendance_assignment set from_day = $2 where worker_id = $1', [
        workerId,
        `${month}-01`,
      ]),
    )
    await punchAt(momentOn(ZONE, day, 480))
    await judge()
    expect(await dayOf(day)).toMatchObject({ amAtState: 1, amEndState: 0 })
    expect(await call('monthClose/save', { month: monthOf(today) })).toMatchObject({
      id: 'attendance.monthNotOver',
      field: 'month',
    })
    const closed = await call('monthClose/save', { month })
    expect(closed.data).toMatchObject({ state: 'closed', people: 1 })
    expect(await call('monthClose/save', { month })).toMatchObject({ id: 'field.duplicate', field: 'month' })
    await punchAt(momentOn(ZONE, day, 725))
    await judge()
    expect(await dayOf(day)).toMatchObject({ amEndState: 0, phase: 'final' })
    expect(await call('calendarDay/save', { day, kind: 'rest' })).toMatchObject({
      id: 'attendance.monthClosed',
      field: 'day',
    })
    // The month before was never closed.
    const before = addDays(`${month}-01`, -3)
    const earlier = { day: before, slot: 'amAtState', at: momentOn(ZONE, before, 475), reason: 'Card broken' }
    expect(await call('attendanceCorrection/save', earlier, server.tokens.patrol)).toMatchObject({
      data: { state: 'pending' },
    })
    // In the small hours of the month's first day, which was still the day before by the world's clock.
    const smallHours = momentOn(ZONE, `${month}-01`, 180)
    await server.sql(sql =>
      sql.query(
        `insert into punch (tenant_id, created_at, updated_at, worker_id, source, claimed_at, at, trust)
         values ($1, $2, $2, $3, 'phone', $4, $4, 'offline')`,
        [server.here.tenantId, Date.now() + 1000, workerId, smallHours],
      ),
    )
    const months = await ask('monthClose/page', { month })
    expect(months.data).toMatchObject({ list: [{ latePunches: 1 }] })
    const opened = await call('monthClose/reopen', {
      ids: [idOf(closed)],
      input: { reason: 'Phones were offline' },
    })
    expect(opened.data).toMatchObject({ results: [{ ok: true }] })
    await judge()
    expect(await dayOf(day)).toMatchObject({ amEndState: 1 })
  })

  test('a correction is offered in a closed month: approved, it changes its day and no other', async () => {
    const next = addDays(day, weekdayOf(day) === 5 ? 3 : 1)
    const closed = await call('monthClose/save', { month })
    expect(closed.data).toMatchObject({ state: 'closed' })
    for (const each of [day, next]) await punchAt(momentOn(ZONE, each, 1090))
    await judge()
    const asked = await call(
      'attendanceCorrection/save',
      { day, slot: 'pmAtState', at: momentOn(ZONE, day, 808), reason: 'My phone was offline' },
      server.tokens.patrol,
    )
    expect(asked.data).toMatchObject({ state: 'pending' })
    expect(await dayOf(day)).toMatchObject({ pmAtState: 0, pmEndState: 0 })
    const row = await server.sql(sql =>
      sql.first(`select id, version from approval_case where kind = 'correction' and subject_id = $1`, [
        idOf(asked),
      ]),
    )
    const seen = [{ id: row?.id, version: row?.version }]
    const decided = await call('approvalCase/approve', { ids: [row?.id], seen, input: {} })
    expect(decided.data).toMatchObject({ results: [{ ok: true }] })
    await judge()
    expect(await dayOf(day)).toMatchObject({ pmAtState: 1, pmEndState: 1, phase: 'final' })
    expect(await dayOf(next)).toMatchObject({ pmEndState: 0, phase: 'final' })
    await call('monthClose/reopen', { ids: [idOf(closed)], input: { reason: 'For the next tests' } })
    await judge()
    expect(await dayOf(next)).toMatchObject({ pmEndState: 1 })
  })
})

test('5,000 cards at a door that are read twice are stored once and judged', {
  timeout: 120_000,
}, async () => {
  const people = 500
  const day = workday(3)
  const from = momentOn(ZONE, day, 475)
  const { tenantId, deviceId } = server.here
  const upto = () =>
    server
      .sql(sql => sql.first(`select upto from attendance_reading where source = 'card'`))
      .then(row => row?.upto)
  const begin = await upto()
  await server.sql(async sql => {
    await sql.query(
      `with c as (insert into door_card (tenant_id, created_at, updated_at, holder_name, card_info, state)
         select $1, 0, 0, 'Rush ' || n, 'CAFE' || lpad(n::text, 4, '0'), 'active' from generate_series(1, ${people}) n
         returning id, holder_name),
       w as (insert into worker (tenant_id, created_at, updated_at, name, label_code, card_ids)
         select $1, 0, 0, holder_name, 'GH-' || holder_name, array[id] from c returning id)
       insert into attendance_assignment (tenant_id, created_at, updated_at, worker_id, rule_id, from_day)
       select $1, 0, 0, id, $2, $3::date from w`,
      [tenantId, ruleId, day],
    )
    await sql.query(
      `insert into door_event (tenant_id, created_at, updated_at, device_id, imei, device_name, kind, card_info, at)
       select $1, $3::bigint, $3::bigint, $2, '86', 'North gate', 'cardOpened', 'CAFE' || lpad(n::text, 4, '0'),
         $3::bigint + k * 1000
       from generate_series(1, ${people}) n, generate_series(1, 10) k`,
      [tenantId, deviceId, from],
    )
  })
  await judge()
  await server.sql(sql =>
    sql.change(`update attendance_reading set upto = $1 where source = 'card'`, [begin]),
  )
  await judge()
  expect(await upto()).toBeGreaterThan(Number(begin))
  const stored = await server.sql(sql =>
    sql.first(
      `select (select count(*)::int from punch p join worker w on w.id = p.worker_id where w.name like 'Rush %') as punches,
         (select count(*)::int from attendance_day d join worker w on w.id = d.worker_id
          where w.name like 'Rush %' and d.day = $1 and d.am_at_state = 1 and d.times[1] = $2) as judged`,
      [day, from + 1000],
    ),
  )
  expect(stored).toEqual({ punches: people * 10, judged: people })
})
