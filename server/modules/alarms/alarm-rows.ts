// Writes new alarms, as the rules of their tenant have it, with their first timeline entry, and reads them back as the wire carries them.
import * as z from 'zod/mini'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import type { StoredAlarm } from '../../bus.ts'
import { ALL_OF_IT, type Care } from '../../db/care.ts'
import type { Sql } from '../../db/scoped.ts'
import type { AlarmDraft, ConditionChange } from './draft.ts'
import { addEvents } from './events.ts'
import { type Judge, type Verdict, withoutRules } from './judge.ts'
import { clockFrom, NO_CLOCK } from './rule-clock.ts'

export type AlarmRow = z.output<typeof alarm.schema>

/** These tell that something is over or well: nobody has to deal with them. */
export const settledTypes: readonly AlarmType[] = ['online', 'alarmRecovery', 'fenceRecovery']

const OWN_COLUMNS = `id, version, created_at as "createdAt", updated_at as "updatedAt", type, severity, status, title,
  device_id as "deviceId", imei, device_name as "deviceName", device_kind as "deviceKind", wearer_name as "wearerName",
  user_phone as "userPhone", department_id as "departmentId", place, building, unit, room_no as "roomNo", latitude,
  longitude, value, "limit", raised_at as "raisedAt", read, taken_by as "takenBy", taken_by_id as "takenById",
  taken_at as "takenAt", handled_by as "handledBy", handled_at as "handledAt", note, acknowledged_by as "acknowledgedBy",
  acknowledged_at as "acknowledgedAt", assigned_to as "assignedTo", assigned_to_id as "assignedToId", escalation,
  test_id is not null as "onTest", rule_id as "ruleId", tenant_id as "tenantId", fence_id as "fenceId",
  fence_name as "fenceName", zone_id as "zoneId", zone_name as "zoneName", late, flaws, trial`
const COLUMNS = `${OWN_COLUMNS}, (select name from department d where d.id = alarm.department_id) as "departmentName",
  (select name from alarm_rule r where r.id = alarm.rule_id) as "ruleName"`

const stored = z.extend(alarm.schema, { tenantId: z.int() })

/** Alarms by id, for telling consoles that they changed. */
export async function readAlarms(sql: Sql, ids: readonly number[]): Promise<StoredAlarm[]> {
  const rows = await sql.query(`select ${COLUMNS} from alarm where id = any($1) order by id`, [ids])
  return rows.map(row => z.parse(stored, row))
}

interface Keyed {
  deviceId: number
  type: string
  raisedAt: number
  fenceId?: number | null | undefined
  zoneId?: number | null | undefined
}
const keyOf = ({ deviceId, type, raisedAt, fenceId, zoneId }: Keyed) =>
  `${deviceId} ${type} ${raisedAt} ${fenceId ?? 0} ${zoneId ?? 0}`
const keyOfDraft = (draft: AlarmDraft) =>
  keyOf({ ...draft, deviceId: draft.device.id, fenceId: draft.fence?.id, zoneId: draft.zone?.id })

/** An alarm that was just stored, with what the rules say of it. */
export interface NewAlarm {
  alarm: StoredAlarm
  verdict: Verdict
}

/** What a repeated number may have said before counts as said only while nobody has handled it. */
async function isSaidAlready(sql: Sql, { device, type, sameAs }: AlarmDraft): Promise<number | undefined> {
  const row = await sql.first<{ id: number }>(
    `select id from alarm where device_id = $1 and type = $2 and raised_at = $3 and tenant_id = $4 and status <> 'handled'`,
    [device.id, type, sameAs, device.tenantId],
  )
  return row?.id
}

/** Inserts what is new; a repeated alarm is there already and is not told again. Answers the ids of all by draft. */
export async function insertAlarms(
  sql: Sql,
  all: readonly AlarmDraft[],
  now: number,
  { judge }: Judge,
  care: Care = ALL_OF_IT,
): Promise<{ inserted: NewAlarm[]; idOf: Map<AlarmDraft, number> }> {
  const idOf = new Map<AlarmDraft, number>()
  const drafts: AlarmDraft[] = []
  for (const draft of all) {
    const id =
      draft.sameAs === undefined ? undefined : await care(sql, () => isSaidAlready(sql, draft), undefined)
    if (id === undefined) drafts.push(draft)
    else idOf.set(draft, id)
  }
  if (drafts.length === 0) return { inserted: [], idOf }
  const questions = drafts.map(({ device, type, raisedAt }) => ({
    tenantId: device.tenantId,
    deviceId: device.id,
    kind: device.kind,
    type,
    raisedAt,
  }))
  const verdicts = await care(
    sql,
    () => judge(sql, questions, now),
    questions.map(({ type }) => withoutRules(type)),
  )
  const verdictOf = new Map(drafts.map((draft, index) => [keyOfDraft(draft), verdicts[index]]))
  // The names of other rows are left to whoever reads it later where these may be what cannot be read.
  const columns = care === ALL_OF_IT ? COLUMNS : OWN_COLUMNS
  const alarms = await writeAlarms(sql, drafts, verdicts, now, columns)
  const inserted = alarms.flatMap(alarm => {
    const verdict = verdictOf.get(keyOf(alarm))
    return verdict ? [{ alarm, verdict }] : []
  })
  const ids = new Map(alarms.map(row => [keyOf(row), row.id]))
  for (const draft of drafts) {
    const id =
      ids.get(keyOfDraft(draft)) ??
      (
        await sql.first<{ id: number }>(
          // Not one that the device told an earlier tenant.
          `select id from alarm where device_id = $1 and type = $2 and raised_at = $3 and tenant_id = $4
             and coalesce(fence_id, 0) = $5 and coalesce(zone_id, 0) = $6`,
          [
            draft.device.id,
            draft.type,
            draft.raisedAt,
            draft.device.tenantId,
            draft.fence?.id ?? 0,
            draft.zone?.id ?? 0,
          ],
        )
      )?.id
    if (id !== undefined) idOf.set(draft, id)
  }
  const events = alarms.map(row => ({
    tenantId: row.tenantId,
    alarmId: row.id,
    kind: 'raised' as const,
    at: row.raisedAt,
  }))
  await care(sql, () => addEvents(sql, events, now), undefined)
  await care(sql, () => countHidden(sql, inserted), undefined)
  return { inserted, idOf }
}

async function writeAlarms(
  sql: Sql,
  drafts: readonly AlarmDraft[],
  verdicts: readonly Verdict[],
  now: number,
  columns: string,
): Promise<StoredAlarm[]> {
  const column = <T>(pick: (draft: AlarmDraft) => T) => drafts.map(pick)
  const judged = <T>(pick: (verdict: Verdict, draft: AlarmDraft) => T) =>
    drafts.map((draft, index) => {
      const verdict = verdicts[index]
      return verdict === undefined ? null : pick(verdict, draft)
    })
  const isOver = ({ testId }: Verdict, { type }: AlarmDraft) => testId !== null || settledTypes.includes(type)
  // The time to act begins when people can know of it.
  const clock = (verdict: Verdict, draft: AlarmDraft) =>
    verdict.rule && !isOver(verdict, draft) ? clockFrom(verdict.rule, 0, now) : NO_CLOCK
  const rows = await sql.query(
    `insert into alarm (tenant_id, created_at, updated_at, type, severity, status, title, device_id, imei, device_name,
       device_kind, wearer_name, user_phone, department_id, place, building, unit, room_no, latitude, longitude, value,
       "limit", raised_at, test_id, rule_id, repeat_at, escalate_at, fence_id, fence_name, zone_id, zone_name, late, flaws,
       trial, handled_at)
     select t, $1, $1, type, severity, status, title, device_id, imei, device_name, kind, wearer, phone, department, place,
       building, unit, room, latitude, longitude, value, bound, raised_at, test, rule, repeat_at, escalate_at,
       fence, fence_name, zone, zone_name, late, flaws::jsonb, trial, case when status = 'handled' then raised_at end
     from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::text[],
       $18::float8[], $19::float8[], $20::float8[], $21::float8[], $22::bigint[], $23::bigint[], $24::bigint[],
       $25::bigint[], $26::bigint[], $27::bigint[], $28::text[], $29::bigint[], $30::text[], $31::boolean[], $32::text[], $33::boolean[])
       as x (t, type, severity, status, title, device_id, imei, device_name, kind, wearer, phone, department, place,
         building, unit, room, latitude, longitude, value, bound, raised_at, test, rule, repeat_at, escalate_at,
         fence, fence_name, zone, zone_name, late, flaws, trial)
     on conflict (device_id, type, raised_at, coalesce(fence_id, 0), coalesce(zone_id, 0)) do nothing returning ${columns}`,
    [
      now,
      column(draft => draft.device.tenantId),
      column(draft => draft.type),
      judged(verdict => verdict.severity),
      judged((verdict, draft) => (isOver(verdict, draft) ? 'handled' : 'open')),
      column(draft => draft.device.name),
      column(draft => draft.device.id),
      column(draft => draft.device.imei),
      column(draft => draft.device.name),
      column(draft => draft.device.kind),
      column(draft => draft.device.wearerName),
      column(draft => draft.device.phone),
      column(draft => draft.device.departmentId),
      column(draft => draft.device.place),
      column(draft => draft.device.building),
      column(draft => draft.device.unit),
      column(draft => draft.device.roomNo),
      column(draft => draft.latitude),
      column(draft => draft.longitude),
      column(draft => draft.value),
      column(draft => draft.limit),
      column(draft => draft.raisedAt),
      judged(verdict => verdict.testId),
      judged(verdict => verdict.rule?.id ?? null),
      judged((verdict, draft) => clock(verdict, draft).repeatAt),
      judged((verdict, draft) => clock(verdict, draft).escalateAt),
      column(draft => draft.fence?.id ?? null),
      column(draft => draft.fence?.name ?? null),
      column(draft => draft.zone?.id ?? null),
      column(draft => draft.zone?.name ?? null),
      column(draft => draft.late ?? false),
      column(draft => (draft.flaws ? JSON.stringify(draft.flaws) : null)),
      column(draft => draft.trial ?? false),
    ],
  )
  return rows.map(row => z.parse(stored, row))
}

async function countHidden(sql: Sql, inserted: readonly NewAlarm[]): Promise<void> {
  const counts = new Map<number, number>()
  for (const { verdict } of inserted)
    if (verdict.testId !== null) counts.set(verdict.testId, (counts.get(verdict.testId) ?? 0) + 1)
  // In the order of their ids, so that two processes never lock crosswise.
  const rows = [...counts].sort(([a], [b]) => a - b)
  for (const [id, count] of rows)
    await sql.change('update alarm_test set hidden = hidden + $2 where id = $1', [id, count])
}

/** Keeps the last word of each condition, and notes in the alarms' timelines which are over. */
export async function saveConditions(
  sql: Sql,
  changes: readonly ConditionChange[],
  idOf: ReadonlyMap<AlarmDraft, number>,
  now: number,
): Promise<void> {
  if (changes.length === 0) return
  for (const change of changes)
    if (change.alarm) change.now.alarmId = idOf.get(change.alarm) ?? change.now.alarmId
  const last = [
    ...new Map(changes.map(change => [`${change.device.id} ${change.condition}`, change])).values(),
  ]
  await sql.change(
    `insert into device_condition (tenant_id, device_id, condition, type, alarm_id, raised_at, recovered_at)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
     on conflict (device_id, condition) do update set type = excluded.type, alarm_id = excluded.alarm_id,
       raised_at = excluded.raised_at, recovered_at = excluded.recovered_at`,
    [
      last.map(change => change.device.tenantId),
      last.map(change => change.device.id),
      last.map(change => change.condition),
      last.map(change => change.now.type),
      last.map(change => change.now.alarmId),
      last.map(change => change.now.raisedAt),
      last.map(change => change.now.recoveredAt),
    ],
  )
  const over = changes.flatMap(({ recovered, device, now: { alarmId, recoveredAt } }) =>
    recovered && alarmId !== null && recoveredAt !== null
      ? [{ tenantId: device.tenantId, alarmId, kind: 'recovered' as const, at: recoveredAt }]
      : [],
  )
  await addEvents(sql, over, now)
}
