// Corrections: asked for by whom they are about, or for them; decided by whoever approves. Approved, they add a punch.
import * as z from 'zod/mini'
import { attendanceCorrection } from '../../../src/domain/attendance/correction.ts'
import { daysBetween, localDay } from '../../../src/domain/attendance/local-days.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Store } from '../../entity/statement.ts'
import { type Saving, type Table, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { type ApprovalHandler, openCase, reviseCase, withdrawCase } from '../approvals/public.ts'
import { workerOfAccount } from '../people/public.ts'
import { markApproved, markPunches } from './due.ts'
import { attendanceRound, tellPunches } from './round.ts'

interface Given {
  bus: Bus
  visible: Table['visible']
  departmentOfWorker: string
  accountOfWorker: string
}

export function correctionStore({ bus, visible, departmentOfWorker, accountOfWorker }: Given): Store {
  return {
    entity: attendanceCorrection,
    table: {
      name: 'attendance_correction',
      columns: { tenantName: TENANT_NAME, departmentId: departmentOfWorker },
      unique: { attendance_correction_open: 'slot' },
      account: accountOfWorker,
      visible,
      beforeSave: correctionOf,
      afterSave: async ({ context, id, before, tenantId }) => {
        await openCorrection(context.sql, bus, { id, tenantId, again: before !== undefined })
      },
      commands: {
        withdraw: async ({ context, row, tenantId }) => {
          await context.sql.change(
            `update attendance_correction set state = 'withdrawn', version = version + 1, updated_at = $2 where id = $1`,
            [row.id, Date.now()],
          )
          await withdrawCase({ sql: context.sql, bus, tenantId }, { kind: 'correction', subjectId: row.id })
        },
      },
    },
  }
}

/** Puts a correction before whoever approves it, anew once its text has changed. */
export async function openCorrection(
  sql: Sql,
  bus: Bus,
  { id, tenantId, again }: { id: number; tenantId: number; again: boolean },
): Promise<void> {
  const row = written.parse(
    await sql.first(
      `select t.version, t.asker_id as "askerId", w.name || ' · ' || t.day as title, t.reason, t.evidence
       from attendance_correction t join worker w on w.id = t.worker_id where t.id = $1`,
      [id],
    ),
  )
  await (again ? reviseCase : openCase)(
    { sql, bus, tenantId },
    {
      kind: 'correction',
      subjectId: id,
      subjectVersion: row.version,
      applicantId: row.askerId,
      title: row.title,
      body: row.reason,
      ...(row.evidence && { pictures: [row.evidence] }),
    },
  )
}

const written = z.object({
  version: z.int(),
  askerId: z.int(),
  title: z.string(),
  reason: z.string(),
  evidence: z.nullable(z.string()),
})
const asked = z.object({ day: z.string(), at: z.number(), workerId: z.optional(z.nullable(z.number())) })
const workerRow = z.object({ id: z.int() })

async function correctionOf({ context, input, before, tenantId }: Saving): Promise<Record<string, unknown>> {
  const { sql, person } = context
  if (before && before.state !== 'returned') throw new Refused('state.transition', { field: 'state' })
  const { day, at, workerId } = asked.parse(input)
  if (at > Date.now()) throw new Refused('attendance.future', { field: 'at' })
  // A shift that begins on a day may end on the next.
  if (Math.abs(daysBetween(day, localDay(person.tenantZone, at))) > 1)
    throw new Refused('attendance.otherDay', { field: 'at' })
  const own = await workerOfAccount(sql, person.accountId)
  const other = workerId != null && workerId !== own?.id
  if (other && !holds(person.permissions, 'attendance.read'))
    throw new Refused('field.reference', { field: 'workerId' })
  const about = other
    ? z
        .optional(workerRow)
        .parse(
          await sql.first(
            'select id from worker where id = $1 and tenant_id = $2 and removed_at is null for key share',
            [workerId, tenantId],
          ),
        )
    : own
  if (!about) throw new Refused(other ? 'field.reference' : 'attendance.noWorker', { field: 'workerId' })
  return {
    worker_id: about.id,
    state: 'pending',
    ...(before ? {} : { asked_by: person.name, asker_id: person.accountId }),
  }
}

const settledRow = z.object({ workerId: z.int(), tenantId: z.int(), at: z.int(), day: z.string() })
const versionRow = z.object({ version: z.int() })

/** What becomes of a correction that has been decided on: approved, it is a punch like any other. */
export const correctionHandler = ({ bus, jobs }: Pick<Kernel, 'bus' | 'jobs'>): ApprovalHandler => ({
  kind: 'correction',
  currentVersion: async (sql, subjectId) => {
    const row = await sql.first(
      `select version from attendance_correction where id = $1 and state in ('pending', 'returned')
       for no key update skip locked`,
      [subjectId],
    )
    return row && z.parse(versionRow, row).version
  },
  settled: async (sql, { subjectId, outcome, by, reason, at }) => {
    const found = await sql.first(
      `update attendance_correction set state = $2, decided_by = $3, decided_at = $4, answer = $5,
         version = version + 1, updated_at = $4
       where id = $1 and state in ('pending', 'returned')
       returning worker_id as "workerId", tenant_id as "tenantId", at, day`,
      [subjectId, outcome, by.name, at, reason],
    )
    if (!found || outcome !== 'approved') return
    const row = z.parse(settledRow, found)
    await sql.change(
      `insert into punch (tenant_id, created_at, updated_at, worker_id, source, claimed_at, at, trust, place)
       values ($1, $2, $2, $3, 'correction', $4, $4, 'sure', left($5, 60))
       on conflict (worker_id, source, claimed_at) do nothing`,
      [row.tenantId, at, row.workerId, row.at, by.name],
    )
    await markPunches(sql, [row])
    await markApproved(sql, row)
    sql.afterCommit(() => {
      jobs.nudge(attendanceRound)
      tellPunches(bus, [row])
    })
  },
})
