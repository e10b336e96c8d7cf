// How rules, exceptions, assignments and closed months are stored: each save of a rule's settings is a further version, and
// whatever changes what is asked of somebody has their days judged anew.
import * as z from 'zod/mini'
import { firstOfMonth, lastOfMonth, localDay, monthOf } from '../../../src/domain/attendance/local-days.ts'
import {
  attendanceAssignment,
  attendanceRule,
  calendarDay,
  monthClose,
} from '../../../src/domain/attendance/rule.ts'
import { faultOf, settingsFields } from '../../../src/domain/attendance/slots.ts'
import { isZone } from '../../../src/domain/report/zone-time.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { markRule, markWorker } from './due.ts'

/** Told that something is due. */
type Wake = (sql: Sql) => void

const settings = z.object(settingsFields)
const settingNames = Object.keys(settingsFields)

const newest = (column: string) => `(select v.${column} from attendance_rule_version v where v.rule_id = t.id
  order by v.number desc limit 1)`

/** Refuses what would change days of a closed month; without an end, of all months from the first on. */
export async function refuseClosed(
  sql: Sql,
  tenantId: number,
  { from, until }: { from: string; until: string | null },
  field: string,
): Promise<void> {
  let closed = tables
    .selectFrom('month_close')
    .select('month')
    .where('tenant_id', '=', tenantId)
    .where('month', '>=', monthOf(from))
    .where('state', '=', 'closed')
  if (until !== null) closed = closed.where('month', '<=', monthOf(until))
  const row = await firstOf(sql, closed.orderBy('month').limit(1))
  if (row) throw new Refused('attendance.monthClosed', { field, params: { month: row.month } })
}

export function ruleStores(wake: Wake): Store[] {
  return [
    {
      entity: attendanceRule,
      table: {
        name: 'attendance_rule',
        columns: {
          tenantName: TENANT_NAME,
          validFrom: newest('valid_from'),
          zone: newest('zone'),
          weekType: newest('week_type'),
          anchorMonday: newest('anchor_monday'),
          anchorIs: newest('anchor_is'),
          punchCount: newest('punch_count'),
          slots: newest('slots'),
          versionNumber: newest('number'),
          versions: `(select json_agg(json_build_object('number', v.number, 'validFrom', v.valid_from,
            'createdAt', v.created_at, 'createdBy', v.created_by) order by v.number desc)
            from attendance_rule_version v where v.rule_id = t.id)`,
          peopleCount: `(select count(*) from attendance_assignment a where a.rule_id = t.id and a.removed_at is null
            and current_date between a.from_day and coalesce(a.until_day, 'infinity'))`,
        },
        apart: settingNames,
        unique: { attendance_rule_name: 'name' },
        usedBy: [{ table: 'attendance_assignment', column: 'rule_id' }],
        beforeSave: async saving => {
          await checkSettings(saving)
          return undefined
        },
        afterSave: saving => addVersion(saving, wake),
      },
    },
    {
      entity: calendarDay,
      table: {
        name: 'calendar_day',
        columns: { tenantName: TENANT_NAME },
        unique: { calendar_day_once: 'day' },
        beforeSave: async ({ context, input, before, tenantId }) => {
          const day = String(input.day)
          await refuseClosed(context.sql, tenantId, oneDay(day), 'day')
          if (before && before.day !== day) {
            await refuseClosed(context.sql, tenantId, oneDay(String(before.day)), 'day')
            await markRule(context.sql, tenantId, null, oneDay(String(before.day)), Date.now())
          }
          return input.kind === 'rest' ? { like_weekday: null } : undefined
        },
        beforeRemove: async ({ context, row, tenantId }) =>
          refuseClosed(context.sql, tenantId, oneDay(String(row.day)), 'day'),
        afterChange: async ({ context: { sql }, id, tenantId }) => {
          const row = await firstOf(sql, tables.selectFrom('calendar_day').select('day').where('id', '=', id))
          if (row) await markRule(sql, tenantId, null, oneDay(String(row.day)), Date.now())
          wake(sql)
        },
      },
    },
    {
      entity: attendanceAssignment,
      table: {
        name: 'attendance_assignment',
        columns: {
          tenantName: TENANT_NAME,
          departmentId: '(select w.department_id from worker w where w.id = t.worker_id)',
        },
        unique: { attendance_assignment_once: 'fromDay' },
        beforeSave: async ({ input, before }) => {
          const until = input.untilDay ?? null
          if (typeof until === 'string' && until < String(input.fromDay))
            throw new Refused('field.periodOrder', { field: 'untilDay' })
          return before ? { until_day: until } : undefined
        },
        afterSave: async ({ context: { sql }, input, before, tenantId }) => {
          if (before) await markAssigned(sql, tenantId, before)
          await markAssigned(sql, tenantId, input)
        },
        beforeRemove: ({ context, row, tenantId }) => markAssigned(context.sql, tenantId, row),
        afterChange: async ({ context }) => wake(context.sql),
      },
    },
    {
      entity: monthClose,
      table: {
        name: 'month_close',
        columns: {
          tenantName: TENANT_NAME,
          latePunches: `(select count(*) from punch p where p.tenant_id = t.tenant_id and p.created_at > t.closed_at
            and to_char(to_timestamp(p.at / 1000.0) at time zone (select n.zone from tenant n where n.id = t.tenant_id),
              'YYYY-MM') = t.month)`,
        },
        unique: { month_close_once: 'month' },
        beforeSave: closeMonth,
        afterSave: ({ context, input, tenantId }) => freeze(context.sql, tenantId, String(input.month)),
        commands: { reopen: commanding => reopen(commanding, wake) },
      },
    },
  ]
}

const oneDay = (day: string) => ({ from: day, until: day })

async function checkSettings({ context, input, before, tenantId }: Saving): Promise<void> {
  const wanted = settings.parse(given(before, input))
  if (!isZone(wanted.zone)) throw new Refused('field.zone', { field: 'zone' })
  const fault = faultOf(wanted)
  if (fault) throw new Refused(fault.id, { field: fault.field })
  if (!before || isNew(before, wanted))
    await refuseClosed(context.sql, tenantId, { from: wanted.validFrom, until: null }, 'validFrom')
}

const given = (before: Saving['before'], input: Saving['input']) =>
  Object.fromEntries(settingNames.map(name => [name, input[name] ?? before?.[name]]))

const isNew = (before: Record<string, unknown>, wanted: z.output<typeof settings>) =>
  written(settings.parse(given(undefined, before))) !== written(wanted)

/** What is left out and what is empty are the same. */
const written = (said: z.output<typeof settings>) =>
  JSON.stringify({ ...said, anchorMonday: said.anchorMonday ?? null, anchorIs: said.anchorIs ?? null })

async function addVersion({ context, id, input, before, tenantId }: Saving & { id: number }, wake: Wake) {
  const { sql, person } = context
  const wanted = settings.parse(given(before, input))
  if (before && !isNew(before, wanted)) return
  await sql.change(
    `insert into attendance_rule_version (tenant_id, rule_id, number, created_at, created_by, valid_from, zone, week_type,
       anchor_monday, anchor_is, punch_count, slots)
     values ($1, $2, 1 + (select count(*) from attendance_rule_version where rule_id = $2), $3, $4, $5, $6, $7, $8, $9, $10,
       $11::jsonb)`,
    [
      tenantId,
      id,
      Date.now(),
      person.name,
      wanted.validFrom,
      wanted.zone,
      wanted.weekType,
      wanted.anchorMonday ?? null,
      wanted.anchorIs ?? null,
      wanted.punchCount,
      JSON.stringify(wanted.slots),
    ],
  )
  await markRule(sql, tenantId, id, { from: wanted.validFrom, until: null }, Date.now())
  wake(sql)
}

const period = z.object({
  workerId: z.number(),
  fromDay: z.string(),
  untilDay: z.optional(z.nullable(z.string())),
})

async function markAssigned(sql: Sql, tenantId: number, row: unknown): Promise<void> {
  const { workerId, fromDay, untilDay } = period.parse(row)
  await markWorker(sql, tenantId, workerId, { from: fromDay, until: untilDay ?? null }, Date.now())
}

const found = z.object({ people: z.int(), days: z.int(), open: z.int() })

/** A month can be closed once it is over and its last days have been said; corrections that wait keep it open. */
async function closeMonth({ context, input, before, tenantId }: Saving): Promise<Record<string, unknown>> {
  const { sql, person } = context
  if (before) throw new Refused('state.transition', { field: 'month' })
  const month = String(input.month)
  const today = localDay(person.tenantZone, Date.now())
  if (monthOf(today) <= month) throw new Refused('attendance.monthNotOver', { field: 'month' })
  const [from, until] = [firstOfMonth(month), lastOfMonth(month)]
  const counted = found.parse(
    await sql.first(
      `select count(distinct worker_id)::int as people, count(*)::int as days,
         (count(*) filter (where phase = 'open'))::int as open
       from attendance_day where tenant_id = $1 and day between $2::date and $3::date`,
      [tenantId, from, until],
    ),
  )
  const waiting = await firstOf(
    sql,
    tables
      .selectFrom('attendance_correction')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('state', 'in', ['pending', 'returned'])
      .where('slot', 'is not', null)
      .where(({ eb, fn }) => eb(fn('to_char', ['day', eb.val('YYYY-MM')]), '=', month)),
  )
  if (waiting && Number(waiting.n) > 0)
    throw new Refused('attendance.correctionsWait', { field: 'month', params: { count: Number(waiting.n) } })
  if (counted.open > 0) throw new Refused('attendance.monthNotOver', { field: 'month' })
  const { people, days } = counted
  return { state: 'closed', closed_by: person.name, closed_at: Date.now(), people, days }
}

/** Nothing that time brings changes a day of a closed month. */
async function freeze(sql: Sql, tenantId: number, month: string): Promise<void> {
  await sql.change(
    `update attendance_day set phase = 'final', next_at = null, version = version + 1
     where tenant_id = $1 and day between $2::date and $3::date and (phase <> 'final' or next_at is not null)`,
    [tenantId, firstOfMonth(month), lastOfMonth(month)],
  )
}

async function reopen({ context, row, input, tenantId }: Commanding, wake: Wake): Promise<void> {
  const { sql, person } = context
  await sql.change(
    `update month_close set state = 'reopened', reopened_by = $2, reopened_at = $3, reason = $4, version = version + 1,
       updated_at = $3 where id = $1`,
    [row.id, person.name, Date.now(), input.reason],
  )
  const month = String(row.month)
  await markRule(sql, tenantId, null, { from: firstOfMonth(month), until: lastOfMonth(month) }, Date.now())
  wake(sql)
}
