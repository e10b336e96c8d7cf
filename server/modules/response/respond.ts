// Takes what a phone says of a step: added to the run once, with the time it was done, and told in the alarm's timeline.
import * as z from 'zod/mini'
import type { AlarmEvent } from '../../../src/domain/alarm/alarm.ts'
import { type RespondInput, respondInput } from '../../../src/domain/response/response-run.ts'
import { writeStepNote } from '../../../src/domain/response/timeline-note.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { addEvents } from '../alarms/public.ts'
import { type KeptRun, runOf } from './runs.ts'

const lineOf: Readonly<Record<RespondInput['does'], AlarmEvent['kind']>> = {
  done: 'stepDone',
  skipped: 'stepSkipped',
  undone: 'stepUndone',
}

/** The alarm is locked: of two who begin at once, the second finds what the first has pinned. */
export async function respond(commanding: Commanding): Promise<void> {
  const { context, row, tenantId, at } = commanding
  const { sql, person } = context
  const read = z.safeParse(respondInput, commanding.input)
  // The wire has checked the fields; what is between them is left.
  if (!read.success) throw new Refused('field.required', { field: 'input.reason' })
  const said = read.data
  const run = await runOf(sql, row, tenantId)
  const step = run?.steps.find(({ key }) => key === said.step)
  if (!run || !step) throw new Refused('field.reference', { field: 'input.step' })
  const now = Date.now()
  const reason = said.does === 'skipped' ? (said.reason?.trim() ?? null) : null
  const made = await firstOf(
    sql,
    tables
      .insertInto('response_event')
      .values({
        tenant_id: tenantId,
        run_id: run.runId ?? (await begin(commanding, run, now)),
        event_key: said.event,
        step: said.step,
        does: said.does,
        reason,
        at,
        recorded_at: now,
        account_id: person.accountId,
        user_name: person.name,
      })
      .onConflict(conflict => conflict.columns(['run_id', 'event_key']).doNothing())
      .returning('id'),
  )
  if (!made) return
  await addEvents(
    sql,
    [
      {
        tenantId,
        alarmId: row.id,
        kind: lineOf[said.does],
        // A step cannot have been done before the alarm was raised, whatever a tablet's clock says.
        at: Math.max(at, Number(row.raisedAt)),
        userId: person.accountId,
        userName: person.name,
        note: writeStepNote({ key: step.key, text: step.text, reason }),
      },
    ],
    now,
  )
  // Who looks at the alarm hears of its new version, and fetches card and timeline anew.
  await sql.change('update alarm set version = version + 1, updated_at = $2 where id = $1', [row.id, now])
}

async function begin({ context, row, tenantId }: Commanding, run: KeptRun, now: number): Promise<number> {
  const made = await firstOf(
    context.sql,
    tables
      .insertInto('response_run')
      .values({
        tenant_id: tenantId,
        alarm_id: row.id,
        version_id: run.versionId,
        steps: JSON.stringify(run.steps),
        created_at: now,
      })
      .returning('id'),
  )
  if (!made) throw new Error('The run was not stored')
  return made.id
}
