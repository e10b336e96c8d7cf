// The rows of incidents: a step that a person takes, and the lines of their story.
import * as z from 'zod/mini'
import {
  dueAfter,
  type IncidentState,
  incidentKind,
  supervisionLevel,
} from '../../../src/domain/supervision/incident-step.ts'
import type { incidentLine } from '../../../src/domain/supervision/records.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Commanding } from '../../entity/table.ts'

export interface NewLine {
  tenantId: number
  incidentId: number
  kind: z.output<typeof incidentLine>['kind']
  by: string | null
  note: string | null
  at: number
  alarmId: number | null
}

export async function addLine(sql: Sql, line: NewLine): Promise<void> {
  await sql.change(
    `insert into incident_line (tenant_id, incident_id, kind, by, note, at, alarm_id) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict do nothing`,
    [line.tenantId, line.incidentId, line.kind, line.by, line.note, line.at, line.alarmId],
  )
}

const stepped = z.object({ kind: incidentKind, level: supervisionLevel })
const given = z.object({ note: z.optional(z.string()), outcome: z.optional(z.string()) })

/** The next step has its time from when this one was taken. */
export async function noteStep(
  { context: { sql, person }, row, input, tenantId, at }: Commanding,
  state: Exclude<IncidentState, 'open'>,
): Promise<void> {
  const { note = null, outcome = null } = z.parse(given, input)
  const now = Date.now()
  await sql.change(
    `update incident set state = $2, due_at = $3, handled_by = $4, outcome = $5, closed_at = $6,
       note = coalesce($7, note), version = version + 1, updated_at = $8 where id = $1`,
    [
      row.id,
      state,
      dueAfter(state, z.parse(stepped, row), now) ?? null,
      person.name,
      outcome,
      state === 'closed' ? at : null,
      note,
      now,
    ],
  )
  await addLine(sql, {
    ...{ tenantId, incidentId: row.id, kind: state, by: person.name, note, at },
    alarmId: null,
  })
}
