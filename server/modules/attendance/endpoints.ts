// What the console asks of attendance beyond the generic endpoints.
import * as z from 'zod/mini'
import {
  attendanceFaults,
  attendanceMonth,
  attendanceOfDay,
  MOST_PEOPLE,
  MOST_PLACES,
  MOST_REPORTED,
  ownMonth,
  punchPlaces,
} from '../../../src/contract/endpoints/attendance.ts'
import { localDay, momentOn } from '../../../src/domain/attendance/local-days.ts'
import { holds } from '../../../src/domain/permission.ts'
import { refuseUnknownDepartment } from '../../entity/rules.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { workerOfAccount } from '../people/public.ts'
import type { ReadLeave } from './facts.ts'
import { readMonth } from './month.ts'
import { EVIDENCE, readDay } from './one-day.ts'

/** The departments that are left of those that a person sees, and those that are asked for. */
async function departmentsOf(context: Context, departmentId: number | undefined): Promise<number[] | null> {
  const { departments } = context.person
  if (departmentId === undefined) return departments && [...departments]
  await refuseUnknownDepartment(departmentId, context)
  return [departmentId]
}

const workerRow = z.object({
  id: z.int(),
  tenantId: z.int(),
  name: z.string(),
  trade: z.nullable(z.string()),
  departmentId: z.nullable(z.int()),
})

const counted = z.object({ n: z.int() })

export function mountAttendance(handlers: Handlers, readLeave: ReadLeave): void {
  handlers.handle(attendanceMonth, async ({ month, departmentId }, context) => {
    const { person, sql } = context
    const { tenantId, tenantZone } = person
    const today = localDay(tenantZone, Date.now())
    const departments = await departmentsOf(context, departmentId)
    return readMonth(sql, { tenantId, month, today, departments, most: MOST_PEOPLE }, readLeave)
  })
  handlers.handle(ownMonth, async ({ month }, { person, sql }) => {
    const worker = await workerOfAccount(sql, person.accountId)
    const { tenantId, tenantZone } = person
    const today = localDay(tenantZone, Date.now())
    const asked = { tenantId, month, today, departments: null, workerId: worker?.id ?? 0, most: 1 }
    const { people, ...head } = await readMonth(sql, asked, readLeave)
    if (!worker) return { ...head, worker: null }
    const [own] = people
    const { cells = '', worth = 0, late = 0, early = 0, absent = 0 } = own ?? {}
    return { ...head, worker: { id: worker.id, name: worker.name, cells, worth, late, early, absent } }
  })
  handlers.handle(attendanceOfDay, async ({ workerId, day }, context) => {
    const { person, sql } = context
    const worker = z.parse(
      z.optional(workerRow),
      await sql.first(
        `select id, tenant_id as "tenantId", name, trade, department_id as "departmentId"
         from worker where id = $1 and removed_at is null`,
        [workerId],
      ),
    )
    const own = (await workerOfAccount(sql, person.accountId))?.id === workerId
    const seen =
      own ||
      (holds(person.permissions, 'attendance.read') &&
        (person.departments === null || person.departments.includes(worker?.departmentId ?? 0)))
    if (!worker || !seen) throw new Refused('row.unknown')
    const { tenantId } = worker
    return readDay(sql, { tenantId, worker, day, zone: person.tenantZone }, readLeave)
  })
  handlers.handle(attendanceFaults, async ({ kind, from, to, departmentId }, context) => {
    const { person, sql } = context
    if (to < from) throw new Refused('field.periodOrder', { field: 'to' })
    const departments = await departmentsOf(context, departmentId)
    const where = kind === 'absent' ? 'd.absent_count > 0' : 'd.late_count + d.early_count > 0'
    const order =
      kind === 'absent' ? 'sum(d.absent_count) desc' : 'sum(d.late_minutes + d.early_minutes) desc'
    const values = [person.tenantId, from, to, departments]
    const mine = `w.id = d.worker_id and w.removed_at is null
      and ($4::bigint[] is null or w.department_id = any($4))`
    const rows = z.parse(
      attendanceFaults.response.shape.rows,
      await sql.query(
        `select w.id as "workerId", w.name, w.trade, p.name as "departmentName",
           sum(d.late_count)::int as late, sum(d.late_minutes)::int as "lateMinutes",
           sum(d.early_count)::int as early, sum(d.early_minutes)::int as "earlyMinutes",
           sum(d.absent_count)::int as absent, array_agg(d.day::text order by d.day) as days
         from attendance_day d join worker w on ${mine} left join department p on p.id = w.department_id
         where d.tenant_id = $1 and d.day between $2::date and $3::date and ${where}
           and d.late_count + d.early_count + d.absent_count > 0
         group by w.id, p.name order by ${order}, w.name limit ${MOST_REPORTED}`,
        values,
      ),
    )
    const all = z.parse(
      counted,
      await sql.first(
        `select count(*)::int as n from worker w
         where w.tenant_id = $1 and w.removed_at is null and ($4::bigint[] is null or w.department_id = any($4))
           and exists (select from attendance_day d where d.worker_id = w.id and d.day between $2::date and $3::date)`,
        values,
      ),
    )
    return { people: all.n, rows }
  })
  handlers.handle(punchPlaces, async ({ day, departmentId }, context) => {
    const { person, sql } = context
    const { tenantId, tenantZone } = person
    const rows = await sql.query(
      `select ${EVIDENCE}, w.id as "workerId", w.name, w.trade, d.outcome
       from punch p join worker w on w.id = p.worker_id and w.removed_at is null
         left join device_state s on s.device_id = p.device_id
         left join attendance_day d on d.worker_id = w.id and d.day = $5::date
       where p.tenant_id = $1 and p.at between $2 and $3 and ($4::bigint[] is null or w.department_id = any($4))
       order by p.at desc limit ${MOST_PLACES}`,
      [
        tenantId,
        momentOn(tenantZone, day, 0),
        momentOn(tenantZone, day, 1440) - 1,
        await departmentsOf(context, departmentId),
        day,
      ],
    )
    return z.parse(punchPlaces.response, rows)
  })
}
