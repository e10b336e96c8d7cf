// How report definitions are stored, and what asking for a file of one does.
import * as z from 'zod/mini'
import { nextRun } from '../../../src/domain/report/period.ts'
import { report, reportDefinition } from '../../../src/domain/report/report.ts'
import type { Store } from '../../entity/statement.ts'
import type { Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseTooMany, type Starting } from '../tasks/public.ts'
import { checkQuestion } from './asked.ts'
import { startReport } from './start-report.ts'

export function reportStores(starting: Starting): Store[] {
  return [
    {
      entity: report,
      table: {
        name: 'report',
        columns: {
          deviceIds: 'to_json(t.device_ids)',
          deviceNames: `(select coalesce(json_agg(x.name order by x.id), '[]') from device x where x.id = any(t.device_ids))`,
        },
        unique: { report_name: 'name' },
        beforeSave: checkReport,
        commands: {
          run: async ({ context, row, input, tenantId }) => {
            const { person, sql } = context
            await refuseTooMany(sql, person.accountId)
            await startReport(sql, starting, {
              reportId: row.id,
              tenantId,
              userId: person.accountId,
              userName: person.name,
              now: Date.now(),
              // For this file only: asking for one takes the permission to read, which must not change the report.
              words: input.words,
            })
          },
        },
      },
    },
  ]
}

async function checkReport({ context, input, before }: Saving): Promise<Record<string, unknown>> {
  const asked = z.parse(reportDefinition, { ...before, ...input })
  const now = Date.now()
  checkQuestion(asked, now)
  const { schedule, onDay } = asked
  if (schedule === 'weekly' && (!onDay || onDay > 7)) throw new Refused('field.choice', { field: 'onDay' })
  if (schedule === 'monthly' && !onDay) throw new Refused('field.required', { field: 'onDay' })
  await refuseForeignDevices(context, asked.deviceIds)
  const { person } = context
  return {
    next_run_at: nextRun(asked, now) ?? null,
    // As JSON text: the driver would send a list as an array of PostgreSQL.
    words: JSON.stringify(asked.words ?? {}),
    ...(before ? {} : { user_id: person.accountId, user_name: person.name }),
  }
}

async function refuseForeignDevices(
  { sql, person }: Saving['context'],
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const row = await sql.first<{ n: number }>(
    `select count(*) as n from device where id = any($1::bigint[]) and removed_at is null
       and ($2::bigint[] is null or department_id = any($2))`,
    [ids, person.departments === null ? null : [...person.departments]],
  )
  if (row?.n !== ids.length) throw new Refused('field.reference', { field: 'deviceIds' })
}
