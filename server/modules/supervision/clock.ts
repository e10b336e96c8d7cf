// What time and devices do to supervision: alarms become incidents, conditions are judged, steps that nobody takes are told
// again, authorisations run out. Everything due stands in the database, and each row is done by one process only.
import * as z from 'zod/mini'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import { localTime } from '../../../src/domain/report/zone-time.ts'
import {
  afterNews,
  dueAfter,
  type IncidentKind,
  incidentKind,
  incidentState,
  kindOfAlarm,
  supervisionLevel,
} from '../../../src/domain/supervision/incident-step.ts'
import {
  type ConditionKind,
  conditionKind,
  kindAtFence,
  termOn,
} from '../../../src/domain/supervision/judge-condition.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import { startRounds } from '../../rounds.ts'
import { addManyNotices, audienceOf, type Noted, type NoticeFor } from '../notices/public.ts'
import { addLine } from './incident-rows.ts'
import { standings } from './standing.ts'
import { tellOfUnattended } from './unattended.ts'

interface ClockParts {
  data: Data
  bus: Bus
  now: () => number
}

const EVERY_MS = 2_000
/** Rights change by people's hands: what is lost by that need not be known within seconds. */
const LOOK_AFTER_MS = 30_000
/** Alarms of one round. */
const AT_ONCE = 200
/** What came out of a device's buffer may be a week old. */
const LATE_MS = 7 * DAY_MS
/** A server that was away takes up what came meanwhile. */
const MISSED_MS = 6 * HOUR_MS

export function startSupervisionClock(parts: ClockParts & { log: Log }): () => void {
  const failed = (error: unknown) => parts.log.warn({ err: error }, 'Supervision could not be tended')
  const stops = [
    startRounds({ firstMs: EVERY_MS, everyMs: EVERY_MS, round: () => tendSupervision(parts), failed }),
    startRounds({
      ...{ firstMs: LOOK_AFTER_MS, everyMs: LOOK_AFTER_MS, failed },
      round: () => lookAfterIncidents(parts),
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Does everything that is due now. */
export const tendSupervision = (parts: ClockParts): Promise<void> =>
  work(parts, [takeAlarms, hearNews, judgeConditions, tendTerms, remind])

/** Tells administrators of incidents that nobody is left to handle. */
export const lookAfterIncidents = (parts: ClockParts): Promise<void> => work(parts, [tellOfUnattended])

type Step = (sql: Sql, at: number) => Promise<NoticeFor[]>

async function work({ data, bus, now }: ClockParts, steps: readonly Step[]): Promise<void> {
  await data.scoped(WHOLE, async sql => {
    const at = now()
    const told: NoticeFor[] = []
    for (const step of steps) told.push(...(await step(sql, at)))
    const noted: Noted[] = []
    // One by one: two events of one person are one line of the message centre, which a statement may write once.
    for (const one of told) noted.push(...(await addManyNotices(sql, [one])))
    sql.afterCommit(() => {
      for (const one of noted) bus.emit('notice.added', one)
    })
  })
}

const who = {
  personId: z.int(),
  tenantId: z.int(),
  departmentId: z.nullable(z.int()),
  level: supervisionLevel,
  name: z.string(),
}
const whom = z.object(who)
type Whom = z.output<typeof whom>

/** Whom an event of a person is told, and what they read. */
async function notice(
  sql: Sql,
  { tenantId, departmentId, personId, name }: Whom,
  at: number,
  content: string,
): Promise<NoticeFor> {
  return {
    draft: {
      ...{ tenantId, kind: 'incident', subject: 'monitoredPerson', subjectId: personId },
      ...{ imei: null, who: name, place: null, content, at },
    },
    accountIds: await audienceOf(sql, { tenantId, departmentId }, 'monitoredPerson.handle'),
    again: 'anew',
  }
}

interface Reported {
  kind: IncidentKind
  raisedAt: number
  alarmId: number | null
  deviceId: number | null
}

const opened = z.object({ id: z.int(), isNew: z.boolean() })

/** Opens an incident, or adds to the one of that kind which is open. Answers what to tell: only what is new. */
async function report(sql: Sql, person: Whom, { kind, raisedAt, alarmId, deviceId }: Reported, at: number) {
  const row = await sql.first(
    `insert into incident (tenant_id, created_at, updated_at, person_id, kind, level, department_id, device_id, raised_at,
       told_at, last_at, due_at, alarm_id)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $2, $8, $9, $10)
     on conflict (person_id, kind) where state <> 'closed' do update set times = incident.times + 1,
       last_at = greatest(incident.last_at, excluded.last_at), refastened_at = null, heard_at = null
     returning id, xmax = 0 as "isNew"`,
    [
      person.tenantId,
      at,
      person.personId,
      kind,
      person.level,
      person.departmentId,
      deviceId,
      raisedAt,
      dueAfter('open', { kind, level: person.level }, at) ?? null,
      alarmId,
    ],
  )
  const { id, isNew } = z.parse(opened, row)
  await addLine(sql, {
    ...{ tenantId: person.tenantId, incidentId: id, kind: isNew ? 'raised' : 'again' },
    ...{ by: null, note: null, at: raisedAt, alarmId },
  })
  return isNew ? [await notice(sql, person, raisedAt, kind)] : []
}

const alarmRow = z.object({
  ...who,
  alarmId: z.int(),
  type: z.string(),
  raisedAt: z.int(),
  deviceId: z.int(),
  battery: z.nullable(z.int()),
  /** What the person has agreed to at the fence of the alarm. */
  conditions: z.array(
    z.object({
      kind: conditionKind,
      days: z.array(z.int()),
      fromMinute: z.nullable(z.int()),
      untilMinute: z.nullable(z.int()),
      zone: z.string(),
      minBattery: z.nullable(z.int()),
    }),
  ),
})

/** Alarms of what monitored persons wear. Whoever wore the device then is meant; a permit for its fence excuses. */
async function takeAlarms(sql: Sql, at: number): Promise<NoticeFor[]> {
  const told: NoticeFor[] = []
  // Alarms that are no incident are met again as long as they are new: they must not keep others out of a round.
  for (let after = { raisedAt: 0, alarmId: 0 }; ; ) {
    const rows = await alarmsAfter(sql, at, after)
    for (const row of rows) {
      const kind = kindOf(row)
      if (kind) told.push(...(await report(sql, row, { ...row, kind }, at)))
    }
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return told
    after = last
  }
}

function kindOf({
  type,
  conditions,
  raisedAt,
  battery,
}: z.output<typeof alarmRow>): IncidentKind | undefined {
  if ((type === 'fenceExit' || type === 'fenceEntry') && conditions.length > 0)
    return kindAtFence(type, conditions, raisedAt)
  return kindOfAlarm(type, battery)
}

async function alarmsAfter(
  sql: Sql,
  at: number,
  after: { raisedAt: number; alarmId: number },
): Promise<z.output<typeof alarmRow>[]> {
  const rows = await sql.query(
    `select p.id as "personId", p.tenant_id as "tenantId", p.department_id as "departmentId", p.level, p.name,
       a.id as "alarmId", a.type, a.raised_at as "raisedAt", a.device_id as "deviceId", s.battery,
       (select coalesce(json_agg(json_build_object('kind', c.kind, 'days', c.days, 'fromMinute', c.from_minute,
           'untilMinute', c.until_minute, 'zone', c.zone, 'minBattery', c.min_battery)), '[]')
         from supervision_condition c where c.person_id = p.id and c.fence_id = a.fence_id and c.removed_at is null) as conditions
     from wearing w join monitored_person p on p.id = w.person_id and p.state = 'supervised'
     join alarm a on a.device_id = w.device_id and a.raised_at >= greatest(w.worn_from, $1)
       and (w.worn_until is null or a.raised_at < w.worn_until)
     join device_state s on s.device_id = w.device_id
     where (w.worn_until is null or w.worn_until > $1) and a.created_at >= $2 and not a.on_test
       and a.type in ('sos', 'wearing', 'deviceFault', 'fenceExit', 'fenceEntry', 'offline')
       and not exists (select from incident_line l where l.alarm_id = a.id)
       and not exists (select from supervision_permit x join supervision_condition c on c.id = any(x.condition_ids)
         where x.person_id = p.id and x.removed_at is null and c.fence_id = a.fence_id and c.removed_at is null
           and a.raised_at >= x.starts_at and a.raised_at < x.ends_at)
       and (a.raised_at, a.id) > ($3::bigint, $4::bigint)
     order by a.raised_at, a.id limit ${AT_ONCE}`,
    [at - LATE_MS, at - MISSED_MS, after.raisedAt, after.alarmId],
  )
  return z.parse(z.array(alarmRow), rows)
}

const newsRow = z.object({ id: z.int(), tenantId: z.int(), news: z.enum(['refastened', 'heard']) })

/** A strap that is tight again and a device that speaks again are news of an incident. They end none. */
async function hearNews(sql: Sql, at: number): Promise<NoticeFor[]> {
  const rows = await sql.query(
    `update incident i set refastened_at = case when i.kind = 'strap' then $1 else i.refastened_at end,
       heard_at = case when i.kind <> 'strap' then $1 else i.heard_at end
     from device_state s where s.device_id = i.device_id and i.state <> 'closed'
       -- What went back, and somebody else wears now, says nothing of the person any more.
       and exists (select from wearing w where w.person_id = i.person_id and w.device_id = i.device_id and w.worn_until is null)
       and (
       (i.kind = 'strap' and i.refastened_at is null and s.foot_ring = 'tight' and s.last_message_at > i.last_at)
       or (i.kind in ('silent', 'flat') and i.heard_at is null and s.state <> 'offline' and s.last_message_at > i.last_at))
     returning i.id, i.tenant_id as "tenantId", case when i.kind = 'strap' then 'refastened' else 'heard' end as news`,
    [at],
  )
  for (const { id, tenantId, news } of z.parse(z.array(newsRow), rows))
    await addLine(sql, { tenantId, incidentId: id, kind: news, by: null, note: null, at, alarmId: null })
  return []
}

const kindOfCondition: Record<ConditionKind, IncidentKind> = {
  curfew: 'curfew',
  inclusion: 'left',
  exclusion: 'entered',
  checkIn: 'checkIn',
  charging: 'charging',
}

const wearer = z.object({ ...who, deviceId: z.nullable(z.int()) })

/** A condition that is broken is an incident when it begins to be; unknown begins nothing and ends nothing. */
async function judgeConditions(sql: Sql, at: number): Promise<NoticeFor[]> {
  const told: NoticeFor[] = []
  for (const { id, personId, kind, standing, brokenSince } of await standings(sql, at)) {
    const broken = standing === 'broken'
    if (standing === 'unknown' || broken === (brokenSince !== null)) continue
    const taken = await sql.change(
      `update supervision_condition set broken_since = $2 where id = $1 and (broken_since is null) = ($2::bigint is not null)`,
      [id, broken ? at : null],
    )
    if (!broken || taken === 0) continue
    const person = await sql.first(
      `select p.id as "personId", p.tenant_id as "tenantId", p.department_id as "departmentId", p.level, p.name,
         (select w.device_id from wearing w where w.person_id = p.id and w.worn_until is null) as "deviceId"
       from monitored_person p where p.id = $1`,
      [personId],
    )
    const found = z.parse(wearer, person)
    const what = { kind: kindOfCondition[kind], raisedAt: at, alarmId: null, deviceId: found.deviceId }
    told.push(...(await report(sql, found, what, at)))
  }
  return told
}

const term = z.object({
  ...who,
  authorisationId: z.int(),
  validUntil: z.string(),
  warnedOn: z.nullable(z.string()),
  /** First day of the next authorisation, which begins too late to follow this one; null: none is there. */
  nextFrom: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  deviceId: z.nullable(z.int()),
  known: z.boolean(),
})

const two = (value: number) => String(value).padStart(2, '0')

/**
 * Authorisations that are about to run out warn, also where another one follows that does not begin on the next day; one that
 * has run out while somebody is supervised is an incident, once.
 */
async function tendTerms(sql: Sql, at: number): Promise<NoticeFor[]> {
  const rows = await sql.query(
    // An incident that is still open is known, whichever term it was reported for: closed, it says nothing of a later term.
    `select p.id as "personId", p.tenant_id as "tenantId", p.department_id as "departmentId", p.level, p.name, n.zone,
       a.id as "authorisationId", a.valid_until as "validUntil", a.warned_on as "warnedOn", a.next_from as "nextFrom",
       (select w.device_id from wearing w where w.person_id = p.id and w.worn_until is null) as "deviceId",
       exists (select from incident i where i.person_id = p.id and i.kind = 'expired' and (i.state <> 'closed'
         or i.created_at > greatest(a.created_at, extract(epoch from a.valid_until) * 1000))) as known
     from monitored_person p join tenant n on n.id = p.tenant_id
     join lateral (select x.*, lead(x.valid_from) over (order by x.valid_from) as next_from from authorisation x
       where x.person_id = p.id and x.removed_at is null) a on a.next_from is null or a.next_from > a.valid_until + 1
     where p.state in ('supervised', 'suspended') and p.removed_at is null
       and a.valid_until <= (to_timestamp($1::bigint / 1000) at time zone 'UTC')::date + 15
     order by p.id, a.valid_until`,
    [at],
  )
  const told: NoticeFor[] = []
  for (const row of z.parse(z.array(term), rows)) {
    const { year, month, day } = localTime(row.zone ?? 'UTC', at)
    const today = `${year}-${two(month)}-${two(day)}`
    // A gap that is over is history.
    if (row.nextFrom !== null && row.nextFrom <= today) continue
    const { warns, expired } = termOn(today, row.validUntil, row.warnedOn)
    if (expired && !row.known)
      told.push(...(await report(sql, row, { ...row, kind: 'expired', raisedAt: at, alarmId: null }, at)))
    if (!warns) continue
    const taken = await sql.change(
      'update authorisation set warned_on = $2 where id = $1 and warned_on is not distinct from $3',
      [row.authorisationId, today, row.warnedOn],
    )
    const what = row.nextFrom === null ? `term ${row.validUntil}` : `gap ${row.validUntil} ${row.nextFrom}`
    if (taken > 0) told.push(await notice(sql, row, at, what))
  }
  return told
}

const overdue = z.object({
  ...who,
  id: z.int(),
  kind: incidentKind,
  state: incidentState,
  times: z.int(),
  escalation: z.int(),
  dueAt: z.int(),
})

/** A step that was not taken in time is told again, and has its time anew. */
async function remind(sql: Sql, at: number): Promise<NoticeFor[]> {
  const rows = await sql.query(
    `select i.id, i.kind, i.state, i.times, i.escalation, i.due_at as "dueAt", i.level, p.id as "personId",
       i.tenant_id as "tenantId", i.department_id as "departmentId", p.name
     from incident i join monitored_person p on p.id = i.person_id
     where i.due_at <= $1 order by i.due_at limit ${AT_ONCE} for update of i skip locked`,
    [at],
  )
  const told: NoticeFor[] = []
  for (const row of z.parse(z.array(overdue), rows)) {
    const { escalation, dueAt } = afterNews(row, 'overdue', at)
    await sql.change('update incident set escalation = $2, due_at = $3 where id = $1', [
      row.id,
      escalation,
      dueAt ?? null,
    ])
    await addLine(sql, {
      ...{ tenantId: row.tenantId, incidentId: row.id, kind: 'overdue', by: null, note: null, at },
      alarmId: null,
    })
    told.push(await notice(sql, row, at, row.kind))
  }
  return told
}
