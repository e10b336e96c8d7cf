// Leave against the real server: who may ask for whom, which half days are taken, and what attendance is told.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runAttendance } from '../../../../server/modules/attendance/round.ts'
import { leaveDaysOf } from '../../../../server/modules/leave/public.ts'
import { localDay } from '../../../../src/domain/attendance/local-days.ts'
import { dayAfter, weekdayOf } from '../../../../src/domain/leave/leave-days.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
/** A Monday that is to come. */
let monday: string
/** Another administrator, who did not ask. */
let second: string
beforeAll(async () => {
  server = await startServer()
  second = await server.logIn('second')
  const today = new Date().toISOString().slice(0, 10)
  monday = dayAfter(today, 15 - weekdayOf(today))
})
afterAll(() => server.stop())

interface Leave {
  id: number
  version: number
  state: string
  halfDays: number
  workerId: number
}

const post = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })
const get = (path: string, query: Record<string, string>, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, query })

/** From so many days after that Monday until so many. */
const span = (from: number, until = from, halves: { fromHalf?: string; untilHalf?: string } = {}) => ({
  kind: 'personal',
  fromDay: dayAfter(monday, from),
  fromHalf: 'am',
  untilDay: dayAfter(monday, until),
  untilHalf: 'pm',
  reason: 'A family matter',
  ...halves,
})

async function worker(more: object = {}): Promise<number> {
  const { data } = await post('worker/save', { name: 'Somebody', ...more })
  return (data as { id: number }).id
}

const rowOf = (answer: { data?: unknown }) => answer.data as Leave

/** Somebody else decides what is asked about a leave. */
async function settle(
  id: number,
  verdict: 'approve' | 'reject' | 'return',
  kind = 'leave',
): Promise<unknown> {
  const row = await server.sql(sql =>
    sql.first(
      `select id, version from approval_case where subject_id = $1 and kind = $2 and state = 'pending'`,
      [id, kind],
    ),
  )
  const input = verdict === 'approve' ? {} : { reason: 'Not then' }
  const body = { ids: [row?.id], seen: [{ id: row?.id, version: row?.version }], input }
  const { data } = await server.call(`/api/user/approvalCase/${verdict}`, { token: second, body })
  expect(data).toMatchObject({ results: [{ ok: true }] })
  return row
}

const daysOf = (workerId: number) =>
  server.sql(sql =>
    leaveDaysOf(sql, server.here.tenantId, {
      from: dayAfter(monday, -30),
      until: dayAfter(monday, 60),
      workerIds: [workerId],
    }),
  )

test('leave is asked for, counted in workdays and known to attendance once approved', async () => {
  const workerId = await worker()
  const asked = await post('leaveRequest/save', { workerId, ...span(3, 7, { untilHalf: 'am' }) })
  expect(asked).toMatchObject({ code: 0, data: { state: 'pending', halfDays: 5, workerId } })
  expect(await daysOf(workerId)).toEqual([])
  await settle(rowOf(asked).id, 'approve')
  expect(await daysOf(workerId)).toMatchObject([
    { day: dayAfter(monday, 3), half: 'whole', type: 'personal' },
    { half: 'whole' },
    { half: 'whole' },
    { half: 'whole' },
    { day: dayAfter(monday, 7), half: 'am' },
  ])
})

/** The server falls as soon as the row is stored: nothing that follows the commit happens. */
async function fallingAfterCommit(work: () => Promise<unknown>): Promise<void> {
  const { bus, jobs } = server.app.parts
  const deaf = [vi.spyOn(bus, 'emit').mockReturnValue(), vi.spyOn(jobs, 'nudge').mockReturnValue()]
  try {
    await work()
  } finally {
    for (const each of deaf) each.mockRestore()
  }
}

test('a day is judged anew by leave that came and went, though the server falls right after each decision', async () => {
  const workerId = await worker()
  const { data: rule } = await post('attendanceRule/save', {
    ...{ name: 'Day', validFrom: '2026-01-01', zone: 'Asia/Shanghai', weekType: 'big', punchCount: 2 },
    slots: [
      { name: 'morning', openFrom: 390, start: 480, lateUntil: 490, cutOff: 570, end: 720, closeUntil: 760 },
    ],
  })
  let day = dayAfter(localDay('Asia/Shanghai', Date.now()), -2)
  while (weekdayOf(day) > 5) day = dayAfter(day, -1)
  const ruleId = (rule as { id: number }).id
  await post('attendanceAssignment/save', { workerId, ruleId, fromDay: dayAfter(day, -5) })
  const outcome = async () => {
    const due = () => server.sql(sql => sql.first('select day from attendance_due limit 1'))
    do await runAttendance(server.app.parts, Date.now(), leaveDaysOf)
    while ((await due()) !== undefined)
    const row = await server.sql(sql =>
      sql.first('select outcome from attendance_day where worker_id = $1 and day = $2', [workerId, day]),
    )
    return row?.outcome
  }
  expect(await outcome()).toBe('absent')
  const { id } = rowOf(
    await post('leaveRequest/save', { workerId, ...span(0), kind: 'sick', fromDay: day, untilDay: day }),
  )
  await fallingAfterCommit(() => settle(id, 'approve'))
  expect(await outcome()).toBe('leave')
  const { version } = rowOf(await get('leaveRequest/get', { id: String(id) }))
  await post('leaveRequest/cancel', {
    ids: [id],
    seen: [{ id, version }],
    input: { reason: 'Was there after all' },
  })
  await fallingAfterCommit(() => settle(id, 'approve', 'leaveEnd'))
  expect(await outcome()).toBe('absent')
})

describe('what is refused', () => {
  test.each<[string, () => object, string, string]>([
    ['an end before its start', () => span(1, 0), 'field.periodOrder', 'untilDay'],
    ['a free Saturday', () => span(5), 'leave.noDays', 'untilDay'],
    ['a day that is over', () => span(-30), 'leave.tooLate', 'fromDay'],
    [
      'sick leave of two days without evidence',
      () => ({ ...span(0, 1), kind: 'sick' }),
      'leave.evidence',
      'evidence',
    ],
    [
      'half a day of marriage',
      () => ({ ...span(0, 0, { fromHalf: 'pm' }), kind: 'marriage' }),
      'leave.wholeDays',
      'fromHalf',
    ],
    ['no reason', () => ({ ...span(0), reason: ' ' }), 'field.required', 'reason'],
    ['no day of the calendar', () => ({ ...span(0), fromDay: '2026-02-30' }), 'field.format', 'fromDay'],
    [
      'a worker of another tenant',
      () => ({ ...span(0), workerId: server.there.workerId }),
      'field.reference',
      'workerId',
    ],
  ])('%s', async (_, body, id, field) => {
    const workerId = await worker()
    expect(await post('leaveRequest/save', { workerId, ...body() })).toMatchObject({ id, field })
  })
})

test('the half day beside another leave is free, the same one is not', async () => {
  const workerId = await worker()
  await post('leaveRequest/save', { workerId, ...span(1, 1, { untilHalf: 'am' }) })
  expect(await post('leaveRequest/save', { workerId, ...span(0, 1) })).toMatchObject({
    id: 'leave.taken',
    params: { day: dayAfter(monday, 1) },
  })
  expect((await post('leaveRequest/save', { workerId, ...span(1, 1, { fromHalf: 'pm' }) })).code).toBe(0)
})

test('of twenty who take the same day at once, one has it', async () => {
  const workerId = await worker()
  const all = await Promise.all(
    Array.from({ length: 20 }, () => post('leaveRequest/save', { workerId, ...span(2) })),
  )
  expect(all.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(new Set(all.filter(({ code }) => code !== 0).map(({ id }) => id))).toEqual(new Set(['leave.taken']))
})

test('a balance is kept, with what waits', async () => {
  const types = await get('leaveType/page', { size: '20' })
  expect(types).toMatchObject({ code: 0 })
  const { list } = types.data as { list: { id: number; version: number; kind: string }[] }
  expect(list).toHaveLength(6)
  const funeral = list.find(({ kind }) => kind === 'funeral')
  const kept = { enabled: true, counts: 'workdays', halves: true, backfillDays: 7, balanceDays: 2 }
  await post('leaveType/save', { id: funeral?.id, version: funeral?.version, ...kept })
  const workerId = await worker()
  const year = monday.slice(0, 4)
  const ask = (from: number, until: number) =>
    post('leaveRequest/save', { workerId, ...span(from, until), kind: 'funeral' })
  await ask(0, 1)
  if (dayAfter(monday, 2).startsWith(year))
    expect(await ask(2, 2)).toMatchObject({ id: 'leave.balance', params: { left: 0 } })
})

test('an approved leave ends early, or is given back, only when that is approved', async () => {
  const workerId = await worker()
  const { id } = rowOf(await post('leaveRequest/save', { workerId, ...span(0, 4) }))
  await settle(id, 'approve')
  const read = async () => rowOf(await get('leaveRequest/get', { id: String(id) }))
  const command = async (name: string, input?: object) => {
    const { version } = await read()
    return post(`leaveRequest/${name}`, { ids: [id], seen: [{ id, version }], ...(input && { input }) })
  }
  const outside = await command('comeBack', {
    endDay: dayAfter(monday, 6),
    endHalf: 'am',
    reason: 'Well again',
  })
  expect(outside.data).toMatchObject({ results: [{ ok: false, error: { id: 'leave.endOutside' } }] })
  await command('comeBack', { endDay: dayAfter(monday, 1), endHalf: 'am', reason: 'Well again' })
  expect(await daysOf(workerId)).toHaveLength(5)
  const twice = await command('cancel', { reason: 'All of it' })
  expect(twice.data).toMatchObject({ results: [{ ok: false, error: { id: 'state.transition' } }] })
  await settle(id, 'approve', 'leaveEnd')
  expect(await daysOf(workerId)).toMatchObject([{ half: 'whole' }, { half: 'am' }])
  expect(await read()).toMatchObject({ state: 'approved', halfDays: 3, untilDay: dayAfter(monday, 1) })
  await command('cancel', { reason: 'All of it' })
  await settle(id, 'reject', 'leaveEnd')
  expect(await daysOf(workerId)).toHaveLength(2)
  await command('cancel', { reason: 'All of it' })
  await settle(id, 'approve', 'leaveEnd')
  expect(await daysOf(workerId)).toEqual([])
  expect(await read()).toMatchObject({ state: 'cancelled' })
  expect((await post('leaveRequest/save', { workerId, ...span(0, 4) })).code).toBe(0)
})

test('a withdrawn or rejected request leaves its days free', async () => {
  const workerId = await worker()
  const first = rowOf(await post('leaveRequest/save', { workerId, ...span(0) }))
  await post('leaveRequest/withdraw', { ids: [first.id], seen: [{ id: first.id, version: first.version }] })
  const again = rowOf(await post('leaveRequest/save', { workerId, ...span(0) }))
  await settle(again.id, 'reject')
  expect((await post('leaveRequest/save', { workerId, ...span(0) })).code).toBe(0)
})

test('who may not ask for others sees and asks for their own only', async () => {
  const { tokens } = server
  const patrol = (await server.sql(sql => sql.first("select id from account where username = 'patrol'"))) as {
    id: number
  }
  expect(await post('leaveRequest/save', span(0), tokens.patrol)).toMatchObject({ id: 'leave.notAWorker' })
  const workerId = await worker({
    name: 'Patrol',
    accountId: patrol.id,
    departmentId: server.here.departmentId,
  })
  const other = await worker({ departmentId: server.here.departmentId })
  expect(await post('leaveRequest/save', { ...span(0), workerId: other }, tokens.patrol)).toMatchObject({
    id: 'field.reference',
    field: 'workerId',
  })
  await post('leaveRequest/save', { ...span(0), workerId: other })
  const asked = await post('leaveRequest/save', span(0), tokens.patrol)
  expect(asked).toMatchObject({ code: 0, data: { workerId } })
  const page = await get('leaveRequest/page', {}, tokens.patrol)
  expect(page.data).toMatchObject({ total: 1, list: [{ workerId }] })
  const week = { from: monday, until: dayAfter(monday, 6) }
  expect(await get('leaveRequest/away', week, tokens.patrol)).toMatchObject({ id: 'forbidden' })
  const away = await get('leaveRequest/away', week)
  const ofPatrol = { workerName: 'Patrol', days: [{ day: monday, half: 'whole' }] }
  expect(away.data).toContainEqual(expect.objectContaining(ofPatrol))
  const own = await get('leaveRequest/balance', {}, tokens.patrol)
  expect(own.data).toMatchObject({ workerId, workerName: 'Patrol' })
  const balance = await get('leaveRequest/balance', { workerId: String(other) }, tokens.patrol)
  expect(balance.id).toBe('row.unknown')
})

test('who changes what was returned asks anew, and an approval of the old text is refused', async () => {
  const workerId = await worker()
  const first = rowOf(await post('leaveRequest/save', { workerId, ...span(0, 1) }))
  await settle(first.id, 'return')
  const returned = rowOf(await get('leaveRequest/get', { id: String(first.id) }))
  expect(returned).toMatchObject({ state: 'returned', decision: 'Not then' })
  const { id, version } = returned
  const changed = await post('leaveRequest/save', { id, version, ...span(0, 0) })
  expect(changed).toMatchObject({ code: 0, data: { state: 'pending', halfDays: 2, decision: null } })
  await settle(id, 'approve')
  expect(await daysOf(workerId)).toHaveLength(1)
  const late = rowOf(await get('leaveRequest/get', { id: String(id) }))
  expect(await post('leaveRequest/save', { id, version: late.version, ...span(0, 3) })).toMatchObject({
    id: 'state.transition',
  })
})

test('a make-up Saturday takes leave like the day it is worked as, a holiday in the span takes none', async () => {
  const { data: rule } = await post('attendanceRule/save', {
    ...{
      name: 'Small weeks',
      validFrom: '2026-01-01',
      zone: 'Asia/Shanghai',
      weekType: 'small',
      punchCount: 2,
    },
    slots: [
      { name: 'morning', openFrom: 390, start: 480, lateUntil: 490, cutOff: 570, end: 720, closeUntil: 760 },
    ],
  })
  const workerId = await worker()
  const ruleId = (rule as { id: number }).id
  await post('attendanceAssignment/save', { workerId, ruleId, fromDay: '2026-01-01' })
  const [thursday, friday, saturday, sunday] = [10, 11, 12, 13].map(days => dayAfter(monday, days))
  expect(await post('leaveRequest/save', { workerId, ...span(12) })).toMatchObject({ id: 'leave.noDays' })
  const made = await Promise.all([
    post('calendarDay/save', { day: friday, kind: 'rest', name: 'Holiday' }),
    post('calendarDay/save', { day: saturday, kind: 'work', likeWeekday: 5, name: 'Made up for' }),
  ])
  expect(made.map(({ code }) => code)).toEqual([0, 0])
  const asked = await post('leaveRequest/save', { workerId, ...span(10, 13) })
  expect(asked).toMatchObject({ code: 0, data: { halfDays: 4, fromDay: thursday, untilDay: sunday } })
  await settle(rowOf(asked).id, 'approve')
  const held = await server.sql(sql =>
    sql.query(
      'select day from leave_day where worker_id = $1 and approved and counts group by 1 order by 1',
      [workerId],
    ),
  )
  expect(held.map(({ day }) => day)).toEqual([thursday, saturday])
})
