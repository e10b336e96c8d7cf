// One day of one person with everything that speaks for it.
import * as z from 'zod/mini'
import {
  type attendanceOfDay,
  correctionOfDay,
  punchEvidence,
} from '../../../src/contract/endpoints/attendance.ts'
import { unpackCell } from '../../../src/domain/attendance/cells.ts'
import { planOf, versionOn } from '../../../src/domain/attendance/day-plan.ts'
import { minutesOff, NO_LEAVE, windowOf } from '../../../src/domain/attendance/judge-day.ts'
import { momentOn } from '../../../src/domain/attendance/local-days.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { openCasesOf } from '../approvals/public.ts'
import { dayBefore, type ReadLeave, readFacts } from './facts.ts'

type OfDay = z.output<typeof attendanceOfDay.response>

export interface AboutWorker {
  id: number
  name: string
  trade: string | null
}

const storedDay = z.object({
  times: z.array(z.nullable(z.coerce.number())),
  cell: z.string(),
  conflict: z.boolean(),
  phase: z.enum(['open', 'provisional', 'final']),
  outcome: z.string(),
})

/** A punch as evidence; a door stands where its device does. */
export const EVIDENCE = `p.id, p.source, p.at, p.claimed_at as "claimedAt", p.created_at as "receivedAt",
  p.offset_ms as "offsetMs", p.trust, p.place, coalesce(p.latitude, s.latitude) as latitude,
  coalesce(p.longitude, s.longitude) as longitude, p.accuracy_metres as "accuracyMetres"`

const ruleName = z.object({ name: z.string() })

export async function readDay(
  sql: Sql,
  { tenantId, worker, day, zone }: { tenantId: number; worker: AboutWorker; day: string; zone: string },
  readLeave: ReadLeave,
): Promise<OfDay> {
  const facts = await readFacts(
    sql,
    { tenantIds: [tenantId], workerIds: [worker.id], from: dayBefore(day), until: day, planOnly: true },
    readLeave,
  )
  const rule = facts.ruleOf(worker.id, day)
  const version = rule && versionOn(facts.versionsOf(rule.ruleId), day)
  const plan = version && planOf(version, day, facts.exceptionOn(tenantId, day))
  const named =
    rule &&
    z.parse(ruleName, await sql.first('select name from attendance_rule where id = $1', [rule.ruleId]))
  const window = plan && windowOf(plan, version.zone, day)
  const begins = momentOn(version?.zone ?? zone, day, 0)
  const [from, until] = [
    Math.min(window?.from ?? begins, begins),
    Math.max(window?.until ?? begins, begins + DAY_MS - 1),
  ]
  const stored = z.parse(
    z.optional(storedDay),
    await sql.first(
      'select times, cell, conflict, phase, outcome from attendance_day where worker_id = $1 and day = $2',
      [worker.id, day],
    ),
  )
  const cell = stored && unpackCell(stored.cell)
  const leave = facts.leaveOf(worker.id, day)
  const punches = z.parse(
    z.array(punchEvidence),
    await sql.query(
      `select ${EVIDENCE} from punch p left join device_state s on s.device_id = p.device_id
       where p.worker_id = $1 and p.at between $2 and $3 order by p.at, p.id limit 500`,
      [worker.id, from, until],
    ),
  )
  const corrections = z.parse(
    z.array(correctionOfDay),
    await sql.query(
      `select id, version, slot, at, reason, state, asked_by as "askedBy", created_at as "createdAt",
         decided_by as "decidedBy", answer
       from attendance_correction where worker_id = $1 and day = $2 and removed_at is null order by created_at`,
      [worker.id, day],
    ),
  )
  const waiting = corrections.filter(({ state }) => state === 'pending').map(each => each.id)
  const cases = await openCasesOf(sql, tenantId, { kind: 'correction', subjectIds: waiting })
  const times = stored?.times ?? [null, null, null, null, null, null]
  return {
    workerId: worker.id,
    name: worker.name,
    trade: worker.trade,
    day,
    rule: version && named ? { name: named.name, version: version.number, zone: version.zone } : null,
    kind: stored?.outcome === 'leave' ? 'leave' : plan?.kind === 'work' ? 'work' : 'rest',
    slots:
      plan && version
        ? plan.slots.map(slot => ({
            name: slot.name,
            from: momentOn(version.zone, day, slot.openFrom),
            start: momentOn(version.zone, day, slot.start),
            end: momentOn(version.zone, day, slot.end),
            until: momentOn(version.zone, day, slot.closeUntil),
          }))
        : [],
    states: cell?.states.map(state => (state === 'pending' ? null : state)) ?? [
      null,
      null,
      null,
      null,
      null,
      null,
    ],
    pending: cell?.states.map(state => state === 'pending') ?? [false, false, false, false, false, false],
    times,
    minutesOff:
      plan && version
        ? minutesOff({ plan, zone: version.zone, day, leave: leave ?? NO_LEAVE }, times)
        : [null, null, null, null, null, null],
    leave: cell?.leave ?? null,
    conflict: stored?.conflict ?? false,
    phase: stored?.phase ?? null,
    closed: facts.isClosed(tenantId, day),
    punches,
    corrections: corrections.map(each => ({ ...each, caseId: cases.get(each.id) ?? null })),
  }
}
