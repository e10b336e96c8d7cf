// Lines of alarms' timelines.
import type { AlarmEvent } from '../../../src/domain/alarm/alarm.ts'
import type { Sql } from '../../db/scoped.ts'

export interface NewEvent {
  tenantId: number
  alarmId: number
  kind: AlarmEvent['kind']
  /** When it was done. */
  at: number
  userId?: number
  userName?: string
  note?: string | null
}

/** Adds lines with one statement; `now` is when the server learnt of them. */
export async function addEvents(sql: Sql, events: readonly NewEvent[], now: number): Promise<void> {
  if (events.length === 0) return
  await sql.change(
    `insert into alarm_event (tenant_id, alarm_id, kind, user_id, user_name, note, at, recorded_at)
     select t, a, kind, u, name, note, at, $1
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::bigint[])
       as x (t, a, kind, u, name, note, at)`,
    [
      now,
      events.map(event => event.tenantId),
      events.map(event => event.alarmId),
      events.map(event => event.kind),
      events.map(event => event.userId ?? null),
      events.map(event => event.userName ?? null),
      events.map(event => event.note ?? null),
      events.map(event => event.at),
    ],
  )
}
