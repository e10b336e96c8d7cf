// Corrections of the demo: somebody was there and nothing says so.
import type { SixState } from '../../src/domain/attendance/judge-day.ts'
import { HOUR_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { openCorrection } from '../modules/attendance/public.ts'
import type { Staffed } from './accounts.ts'
import { insertRows, silentBus } from './rows.ts'
import type { DemoStaff } from './workers.ts'

/** What nothing says of a day that somebody worked. */
export interface Missed {
  worker: DemoStaff['workers'][number]
  day: string
  slot: SixState
  at: number
}

const reasons = [
  '电梯里没有信号，人已经到岗。',
  '门禁机断电，保安可以作证。',
  '手机没电，和班长一起进场。',
  '忘记打卡，监控可以查到。',
  '卡片消磁，已经换卡。',
] as const

/** The oldest were decided on, the last two wait for somebody to decide. */
export async function seedCorrections(
  sql: Sql,
  { tenantId, people }: Pick<Staffed, 'tenantId' | 'people'>,
  missed: readonly Missed[],
  now: number,
): Promise<void> {
  const [head, asker] = [people[0], people[1] ?? people[0]]
  if (!head || !asker) return
  const asked = missed.toSorted((a, b) => a.at - b.at).slice(-reasons.length)
  for (const [nth, { worker, day, slot, at }] of asked.entries()) {
    const pending = nth >= asked.length - 2
    const rejected = !pending && nth === 1
    const askedAt = Math.min(now - HOUR_MS, at + 5 * HOUR_MS)
    const decidedAt = Math.min(now, askedAt + 3 * HOUR_MS)
    const [id] = await insertRows(
      sql,
      'attendance_correction',
      [
        {
          tenant_id: tenantId,
          version: 1,
          created_at: askedAt,
          updated_at: pending ? askedAt : decidedAt,
          worker_id: worker.id,
          day,
          slot,
          at,
          reason: reasons[nth],
          state: pending ? 'pending' : rejected ? 'rejected' : 'approved',
          asked_by: asker.name,
          asker_id: worker.accountId ?? asker.id,
          decided_by: pending ? null : head.name,
          decided_at: pending ? null : decidedAt,
          answer: rejected ? '监控里没有看到。' : null,
        },
      ],
      'id',
    )
    if (id === undefined) continue
    if (pending) await openCorrection(sql, silentBus, { id, tenantId, again: false })
    else if (!rejected)
      await insertRows(sql, 'punch', [
        {
          tenant_id: tenantId,
          created_at: decidedAt,
          updated_at: decidedAt,
          worker_id: worker.id,
          source: 'correction',
          claimed_at: at,
          at,
          trust: 'sure',
          place: head.name,
        },
      ])
  }
}
