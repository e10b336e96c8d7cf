// How inspections are stored, and what one that was made does: the next due day where it passed, work for somebody where it failed.
import { randomInt } from 'node:crypto'
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { newLabelCode } from '../../../src/domain/label.ts'
import { addDays } from '../../../src/domain/site/calendar-day.ts'
import { inspection, inspectionRecord } from '../../../src/domain/site/inspection.ts'
import { effectOf, nextAfter, resultOf, SOON_DAYS } from '../../../src/domain/site/inspection-dates.ts'
import type { Bus } from '../../bus.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseAhead, TODAY } from './day.ts'
import { addWorkItem } from './work-items.ts'

const STATE = `case when t.last_result = 'failed' then 'failed' when t.next_on < ${TODAY} then 'late'
  when t.next_on <= ${TODAY} + ${SOON_DAYS} then 'soon' else 'planned' end`

/** What fails is to be put right within so many days, where nobody says otherwise. */
const DAYS_TO_FIX = 14

export function inspectionStores(bus: Bus): Store[] {
  return [
    {
      entity: inspection,
      table: {
        name: 'inspection',
        columns: { state: STATE },
        beforeSave: async saving => inspectionColumns(saving),
        commands: { inspect: commanding => inspect(bus, commanding) },
      },
    },
    {
      entity: inspectionRecord,
      table: {
        name: 'inspection_record',
        department: '(select i.department_id from inspection i where i.id = t.inspection_id)',
        columns: { inspectionName: '(select i.name from inspection i where i.id = t.inspection_id)' },
      },
    },
  ]
}

const rhythm = z.object({
  anchorOn: z.string(),
  everyMonths: z.number(),
  basis: z.enum(['scheduled', 'completed']),
  nextOn: z.optional(z.string()),
  lastOn: z.optional(z.nullable(z.string())),
})

function inspectionColumns({ input, before }: Saving): Record<string, unknown> {
  const { anchorOn, lastOn, ...asked } = z.parse(rhythm, { ...before, ...input })
  if (!before) return { next_on: anchorOn, label_code: newLabelCode(randomInt) }
  const changed = (['anchorOn', 'everyMonths', 'basis'] as const).some(
    field => input[field] !== undefined && input[field] !== before[field],
  )
  if (!changed) return {}
  // Another rhythm counts on from the last one that was made.
  if (!lastOn) return { next_on: anchorOn }
  return { next_on: nextAfter({ anchorOn, ...asked }, { dueOn: lastOn, doneOn: lastOn }).nextOn }
}

const made = z.object({
  doneOn: z.string(),
  checks: z.array(z.object({ item: z.string(), ok: z.boolean(), note: z.optional(z.string()) })),
  photos: z.optional(z.array(z.string())),
  certificate: z.optional(z.string()),
  certificateUntil: z.optional(z.nullable(z.string())),
  note: z.optional(z.string()),
  workerId: z.optional(z.nullable(z.number())),
  fixBy: z.optional(z.nullable(z.string())),
})

const inspected = z.object({
  ...rhythm.shape,
  id: z.number(),
  name: z.string(),
  nextOn: z.string(),
  lastResult: z.optional(z.nullable(z.enum(['passed', 'failed']))),
  workerId: z.number(),
  departmentId: z.optional(z.nullable(z.number())),
})

async function inspect(bus: Bus, { context, row, tenantId, input, at }: Commanding): Promise<void> {
  const { sql, person } = context
  const asked = z.parse(made, input)
  const subject = z.parse(inspected, row)
  const { doneOn, checks, certificate, certificateUntil, note } = asked
  await refuseAhead(sql, tenantId, doneOn, 'doneOn')
  if (certificateUntil && certificateUntil < doneOn)
    throw new Refused('field.periodOrder', { field: 'certificateUntil' })
  const result = resultOf(checks)
  const now = Date.now()
  const record = await firstOf(
    sql,
    tables
      .insertInto('inspection_record')
      .values({
        tenant_id: tenantId,
        created_at: now,
        updated_at: now,
        inspection_id: subject.id,
        due_on: subject.nextOn,
        done_on: doneOn,
        result,
        checks: JSON.stringify(checks),
        photos: asked.photos ?? [],
        certificate: certificate || null,
        certificate_until: certificateUntil ?? null,
        note: note || null,
        at,
        user_id: person.accountId,
        user_name: person.name,
      })
      .returning('id'),
  )
  const { lastOn, lastResult } = subject
  const { news, moves } = effectOf(lastOn && lastResult ? { on: lastOn, result: lastResult } : undefined, {
    on: doneOn,
    result,
  })
  const next = moves ? nextAfter(subject, { dueOn: subject.nextOn, doneOn }) : undefined
  await firstOf(
    sql,
    tables
      .updateTable('inspection')
      .set({
        ...(news && { last_on: doneOn, last_result: result }),
        ...(next && { next_on: next.nextOn, anchor_on: next.anchorOn }),
        ...(news && certificate && { certificate, certificate_until: certificateUntil ?? null }),
        updated_at: now,
        version: raw`version + 1`,
      })
      .where('id', '=', subject.id)
      .returning('id'),
  )
  if (result === 'passed' || !record) return
  const failed = checks.filter(({ ok }) => !ok)
  await addWorkItem(context, bus, {
    tenantId,
    title: `${subject.name}: ${failed.map(({ item }) => item).join(', ')}`.slice(0, 100),
    assigneeId: asked.workerId ?? subject.workerId,
    dueOn: asked.fixBy ?? addDays(doneOn, DAYS_TO_FIX),
    departmentId: subject.departmentId ?? null,
    note:
      failed
        .flatMap(({ note: why }) => (why ? [why] : []))
        .join('\n')
        .slice(0, 500) || null,
    photos: asked.photos ?? [],
    sourceId: subject.id,
  })
}
