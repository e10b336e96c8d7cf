// Makes the reports that are due: each once, whichever process comes first, and none twice after a restart.
import * as z from 'zod/mini'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { nextRun } from '../../../src/domain/report/period.ts'
import { reportSchedule } from '../../../src/domain/report/report.ts'
import { WHOLE } from '../../db/scoped.ts'
import { again, defineRound } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { startReport } from './start-report.ts'

const MOST_AT_ONCE = 50

const due = z.object({
  id: z.int(),
  tenantId: z.int(),
  userId: z.int(),
  userName: z.string(),
  schedule: reportSchedule,
  atMinute: z.int(),
  onDay: z.nullable(z.int()),
  zone: z.string(),
})

type Given = Pick<Kernel, 'data' | 'bus' | 'jobs'>

export const reportsRound = defineRound({
  name: 'reports',
  timeoutSeconds: 300,
  pollSeconds: 5,
  cron: '* * * * *',
})

/** Makes them from now on, each at its time. */
export async function workReports(parts: Given): Promise<void> {
  await parts.jobs.rounds(reportsRound, async () => {
    while ((await makeDueReports(parts, Date.now())) >= MOST_AT_ONCE);
    const next = await parts.data.scoped(WHOLE, sql =>
      sql.first<{ at: number | null }>(
        `select min(r.next_run_at) as at from report r
         join tenant t on t.id = r.tenant_id and t.status = 'enabled' and t.removed_at is null
         where r.removed_at is null`,
      ),
    )
    const left = (next?.at ?? Number.MAX_SAFE_INTEGER) - Date.now()
    // What is due later than that is found by the next regular round.
    return left < MINUTE_MS ? again(Math.max(0, left)) : undefined
  })
}

/** Starts what is due at a moment and answers how many. What was missed while nothing ran is made once, not for each time. */
export function makeDueReports({ data, ...starting }: Given, now: number): Promise<number> {
  return data.scoped(WHOLE, async sql => {
    const rows = await sql.query(
      `select r.id, r.tenant_id as "tenantId", r.user_id as "userId", r.user_name as "userName", r.schedule,
         r.at_minute as "atMinute", r.on_day as "onDay", r.zone
       from report r join tenant t on t.id = r.tenant_id and t.status = 'enabled' and t.removed_at is null
       where r.removed_at is null and r.next_run_at <= $1
       order by r.next_run_at limit ${MOST_AT_ONCE} for update of r skip locked`,
      [now],
    )
    for (const row of rows) {
      const report = z.parse(due, row)
      await startReport(sql, starting, { ...report, reportId: report.id, now })
      await sql.change('update report set next_run_at = $2 where id = $1', [
        report.id,
        nextRun(report, now) ?? null,
      ])
    }
    return rows.length
  })
}
