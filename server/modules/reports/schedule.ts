// Makes the reports that are due: each once, whichever process comes first, and none twice after a restart.
import * as z from 'zod/mini'
import { nextRun } from '../../../src/domain/report/period.ts'
import { reportSchedule } from '../../../src/domain/report/report.ts'
import { WHOLE } from '../../db/scoped.ts'
import type { Kernel } from '../../kernel.ts'
import { startReport } from './start-report.ts'

const EVERY_MS = 30_000
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

type Given = Pick<Kernel, 'data' | 'bus' | 'log'>

/** Starts looking, now and every half minute; answers the function that stops it. */
export function startReportSchedule(parts: Given): () => void {
  const look = () => {
    makeDueReports(parts, Date.now()).catch(error =>
      parts.log.warn({ err: error }, 'Scheduled reports could not be started'),
    )
  }
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  look()
  return () => clearInterval(timer)
}

/** Starts what is due at a moment and answers how many. What was missed while nothing ran is made once, not for each time. */
export function makeDueReports({ data, bus }: Pick<Given, 'data' | 'bus'>, now: number): Promise<number> {
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
      await startReport(sql, bus, { ...report, reportId: report.id, now })
      await sql.change('update report set next_run_at = $2 where id = $1', [
        report.id,
        nextRun(report, now) ?? null,
      ])
    }
    return rows.length
  })
}
