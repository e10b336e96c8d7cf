// Writes new alarms with their first timeline entry, and reads them back as the wire carries them.
import * as z from 'zod/mini'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { type AlarmType, severityOf } from '../../../src/domain/alarm/alarm-types.ts'
import type { Sql } from '../../db/scoped.ts'
import type { AlarmDraft, ConditionChange } from '../ingest/plan.ts'

export type AlarmRow = z.output<typeof alarm.schema>

/** These tell that something is over or well: nobody has to deal with them. */
const settledTypes: readonly AlarmType[] = ['online', 'alarmRecovery', 'fenceRecovery']

const COLUMNS = `id, version, created_at as "createdAt", updated_at as "updatedAt", type, severity, status, title,
  device_id as "deviceId", imei, device_name as "deviceName", device_kind as "deviceKind", wearer_name as "wearerName",
  user_phone as "userPhone", department_id as "departmentId", place, building, unit, room_no as "roomNo", latitude,
  longitude, value, "limit", raised_at as "raisedAt", read, taken_by as "takenBy", taken_by_id as "takenById",
  taken_at as "takenAt", handled_by as "handledBy", handled_at as "handledAt", note, acknowledged_by as "acknowledgedBy",
  acknowledged_at as "acknowledgedAt", assigned_to as "assignedTo", assigned_to_id as "assignedToId", escalation,
  test_id is not null as "onTest", tenant_id as "tenantId"`

const stored = z.extend(alarm.schema, { tenantId: z.int() })
export type StoredAlarm = z.output<typeof stored>

/** Alarms by id, for telling consoles that they changed. */
export async function readAlarms(sql: Sql, ids: readonly number[]): Promise<StoredAlarm[]> {
  const rows = await sql.query(`select ${COLUMNS} from alarm where id = any($1) order by id`, [ids])
  return rows.map(row => z.parse(stored, row))
}

const keyOf = (alarm: { deviceId: number; type: string; raisedAt: number }) =>
  `${alarm.deviceId} ${alarm.type} ${alarm.raisedAt}`

/** Inserts what is new; a repeated alarm is there already and is not told again. Answers the ids of all by draft. */
export async function insertAlarms(
  sql: Sql,
  drafts: readonly AlarmDraft[],
  now: number,
): Promise<{ inserted: StoredAlarm[]; idOf: Map<AlarmDraft, number> }> {
  const idOf = new Map<AlarmDraft, number>()
  if (drafts.length === 0) return { inserted: [], idOf }
  const column = <T>(pick: (draft: AlarmDraft) => T) => drafts.map(pick)
  const rows = await sql.query(
    `insert into alarm (tenant_id, created_at, updated_at, type, severity, status, title, device_id, imei, device_name,
       device_kind, wearer_name, user_phone, department_id, place, building, unit, room_no, latitude, longitude, value,
       "limit", raised_at, handled_at)
     select t, $1, $1, type, severity, status, title, device_id, imei, device_name, kind, wearer, phone, department, place,
       building, unit, room, latitude, longitude, value, bound, raised_at,
       case when status = 'handled' then raised_at end
     from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::text[],
       $18::float8[], $19::float8[], $20::float8[], $21::float8[], $22::bigint[])
       as x (t, type, severity, status, title, device_id, imei, device_name, kind, wearer, phone, department, place,
         building, unit, room, latitude, longitude, value, bound, raised_at)
     on conflict (device_id, type, raised_at) do nothing returning ${COLUMNS}`,
    [
      now,
      column(draft => draft.device.tenantId),
      column(draft => draft.type),
      column(draft => severityOf(draft.type)),
      column(draft => (settledTypes.includes(draft.type) ? 'handled' : 'open')),
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
    ],
  )
  const inserted = rows.map(row => z.parse(stored, row))
  const ids = new Map(inserted.map(row => [keyOf(row), row.id]))
  for (const draft of drafts) {
    const id =
      ids.get(keyOf({ ...draft, deviceId: draft.device.id })) ??
      (
        await sql.first<{ id: number }>(
          'select id from alarm where device_id = $1 and type = $2 and raised_at = $3',
          [draft.device.id, draft.type, draft.raisedAt],
        )
      )?.id
    if (id !== undefined) idOf.set(draft, id)
  }
  await addEvents(
    sql,
    'raised',
    inserted.map(row => ({ tenantId: row.tenantId, alarmId: row.id, at: row.raisedAt })),
    now,
  )
  return { inserted, idOf }
}

async function addEvents(
  sql: Sql,
  kind: 'raised' | 'recovered',
  events: readonly { tenantId: number; alarmId: number; at: number }[],
  now: number,
): Promise<void> {
  if (events.length === 0) return
  await sql.change(
    `insert into alarm_event (tenant_id, alarm_id, kind, at, recorded_at)
     select t, a, $1, at, $2 from unnest($3::bigint[], $4::bigint[], $5::bigint[]) as x (t, a, at)`,
    [
      kind,
      now,
      events.map(event => event.tenantId),
      events.map(event => event.alarmId),
      events.map(event => event.at),
    ],
  )
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
      ? [{ tenantId: device.tenantId, alarmId, at: recoveredAt }]
      : [],
  )
  await addEvents(sql, 'recovered', over, now)
}
