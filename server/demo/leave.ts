// Leave and applications of the demo: some weeks behind, some days ahead, and a few that wait for somebody to decide.
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import {
  countsOn,
  dayAfter,
  type Half,
  halvesIn,
  isWeekday,
  type LeaveSpan,
} from '../../src/domain/leave/leave-days.ts'
import { type LeaveKind, usualLeaveRules } from '../../src/domain/leave/leave-kind.ts'
import type { Sql } from '../db/scoped.ts'
import { applicationAsk } from '../modules/applications/stores.ts'
import { openCase } from '../modules/approvals/public.ts'
import { askFor } from '../modules/leave/ask.ts'
import { holdHalves } from '../modules/leave/rules.ts'
import type { Staffed } from './accounts.ts'
import { chanceOf } from './random.ts'
import { insertRows, silentBus } from './rows.ts'
import type { DemoStaff } from './workers.ts'
import { writtenDay } from './written-day.ts'

interface Told {
  /** Days from today. */
  from: number
  days: number
  kind: LeaveKind
  reason: string
  state: 'approved' | 'pending' | 'rejected' | 'withdrawn'
  fromHalf?: Half
  decision?: string
}

const told: readonly Told[] = [
  { from: -38, days: 3, kind: 'sick', reason: '发烧，在家休息', state: 'approved' },
  { from: -31, days: 1, kind: 'personal', reason: '孩子开家长会', state: 'approved', fromHalf: 'pm' },
  { from: -26, days: 3, kind: 'funeral', reason: '外婆去世，回老家', state: 'approved' },
  {
    from: -19,
    days: 2,
    kind: 'personal',
    reason: '家里装修',
    state: 'rejected',
    decision: '当天浇筑，人手不够',
  },
  { from: -12, days: 1, kind: 'personal', reason: '办理身份证', state: 'approved' },
  { from: -8, days: 5, kind: 'workInjury', reason: '手指挤伤，医生建议休息', state: 'approved' },
  { from: -1, days: 3, kind: 'sick', reason: '感冒', state: 'approved' },
  { from: 0, days: 1, kind: 'personal', reason: '去银行办事', state: 'approved', fromHalf: 'pm' },
  { from: 2, days: 1, kind: 'personal', reason: '陪家人看病', state: 'pending' },
  { from: 4, days: 2, kind: 'personal', reason: '搬家', state: 'withdrawn' },
  { from: 7, days: 4, kind: 'marriage', reason: '回老家办婚礼', state: 'pending' },
]

/** Who decides in the demo is somebody with a login, whose own leave it is not. */
export async function seedLeave(
  sql: Sql,
  { tenantId, people }: Pick<Staffed, 'tenantId' | 'people'>,
  { workers, posts }: DemoStaff,
  now: number,
): Promise<void> {
  const chance = chanceOf(tenantId * 197 + 3)
  const today = writtenDay(now)
  const [head, asker] = [people[0], people[1] ?? people[0]]
  if (!head || !asker) return
  for (const [at, each] of told.entries()) {
    const worker = workers[(at * 3 + chance.whole(0, 1)) % workers.length]
    if (!worker) continue
    // Nobody asks for leave from a day that is free anyway.
    let fromDay = dayAfter(today, each.from)
    while (!isWeekday(fromDay)) fromDay = dayAfter(fromDay, 1)
    const span: LeaveSpan = {
      fromDay,
      fromHalf: each.fromHalf ?? 'am',
      untilDay: dayAfter(fromDay, each.days - 1),
      untilHalf: 'pm',
    }
    const halves = halvesIn(span).map(half => ({
      ...half,
      counts: countsOn(half, usualLeaveRules[each.kind], isWeekday),
    }))
    const askedAt = Math.min(now - HOUR_MS, now + (each.from - 2) * DAY_MS)
    const decided = each.state === 'approved' || each.state === 'rejected'
    const [id] = await insertRows(
      sql,
      'leave_request',
      [
        {
          tenant_id: tenantId,
          version: 1,
          created_at: askedAt,
          updated_at: askedAt,
          worker_id: worker.id,
          asked_by: worker.accountId ?? asker.id,
          kind: each.kind,
          from_day: span.fromDay,
          from_half: span.fromHalf,
          until_day: span.untilDay,
          until_half: span.untilHalf,
          reason: each.reason,
          state: each.state,
          half_days: halves.filter(({ counts }) => counts).length,
          decision: each.decision ?? null,
          decided_by: decided ? head.name : null,
          decided_at: decided ? askedAt + HOUR_MS : null,
        },
      ],
      'id',
    )
    if (id === undefined) continue
    if (each.state === 'approved' || each.state === 'pending')
      await holdHalves(sql, { id, tenantId, workerId: worker.id, kind: each.kind }, halves)
    if (each.state === 'approved')
      await sql.query('update leave_day set approved = true where request_id = $1', [id])
    if (each.state === 'pending')
      await askFor({ sql }, silentBus, { kind: 'leave', id, tenantId, again: false })
  }
  await seedApplications(
    sql,
    { tenantId, askerId: asker.id, headName: head.name, staff: { workers, posts } },
    now,
  )
}

async function seedApplications(
  sql: Sql,
  {
    tenantId,
    askerId,
    headName,
    staff: { workers, posts },
  }: { tenantId: number; askerId: number; headName: string; staff: DemoStaff },
  now: number,
): Promise<void> {
  const today = writtenDay(now)
  const leaver = workers.at(-1)
  const base = (daysAgo: number): Record<string, unknown> => ({
    tenant_id: tenantId,
    version: 1,
    created_at: now - daysAgo * DAY_MS,
    updated_at: now - daysAgo * DAY_MS,
    asked_by: askerId,
    worker_id: null,
    name: null,
    phone: null,
    trade: null,
    post_id: posts[0]?.id ?? null,
    decided_by: null,
    decided_at: null,
    decision: null,
  })
  const decided = (daysAgo: number) => ({ decided_by: headName, decided_at: now - daysAgo * DAY_MS })
  const ids = await insertRows(
    sql,
    'application',
    [
      {
        ...base(24),
        ...decided(23),
        kind: 'join',
        name: '段浩',
        phone: '13800001101',
        trade: '普工',
        day: dayAfter(today, -20),
        reason: '外包转正',
        state: 'failed',
        decision: '体检报告未提交',
      },
      {
        ...base(2),
        kind: 'join',
        name: '夏志明',
        phone: '13800001102',
        trade: '电工',
        day: dayAfter(today, 3),
        reason: '新增岗位缺人',
        state: 'pending',
      },
      ...(leaver
        ? [
            {
              ...base(1),
              kind: 'exit',
              worker_id: leaver.id,
              day: dayAfter(today, 10),
              reason: '合同到期，回老家',
              state: 'pending',
            },
          ]
        : []),
    ],
    'id',
  )
  for (const id of ids.slice(1)) {
    await openCase({ sql, bus: silentBus, tenantId }, await applicationAsk(sql, id))
  }
}
