// What is forgotten when its days are over, and what stays because it is still open or because something else needs it.
import type { RetentionConfig } from './settings.ts'

export interface RetentionRule {
  table: string
  keep: Exclude<keyof RetentionConfig, DailyKind>
  /** Condition on a row `t`; `$1` is the moment before which it may go. */
  over: string
  /** Says when a row came, for how much a day adds. */
  at: string
  /** What hangs on the rows and goes with them: table and column. */
  with?: readonly (readonly [table: string, column: string])[]
  /** Column of the bytes that lie beside the row, in a file: whoever takes those away takes the row, too. */
  fileBytes?: string
}

/** Kinds that lie in tables of a day each, which go as a whole when the installation's own days are over. */
export type DailyKind = 'readings' | 'positions'

/** Tables of a day each and the column that says when; a tenant's own rows go from them before their days are over. */
export const dailyTables: Readonly<Record<DailyKind, readonly (readonly [table: string, column: string])[]>> =
  {
    readings: [
      ['reading', 'at'],
      ['reading_hour', 'hour'],
    ],
    positions: [
      ['position', 'at'],
      ['track_hour', 'hour'],
      ['indoor_position', 'at'],
    ],
  }

/** In this order: what names something else goes before it. Bills, payments, refunds and the audit log have no rule: they stay. */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'fence_event', keep: 'fenceEvents', at: 'at', over: 't.at < $1' },
  {
    table: 'alarm',
    keep: 'alarms',
    at: 'raised_at',
    // Open ones stay, and so does one whose cause lasts, that is held as evidence, or that something else tells of.
    over: `t.raised_at < $1 and t.status = 'handled' and coalesce(t.handled_at, t.updated_at) < $1
      and not exists (select from evidence_subject e where e.subject_id = t.id and e.tenant_id = t.tenant_id
        and e.kind in ('alarm', 'response', 'audit', 'readings'))
      and not exists (select from emergency_entry e where e.tenant_id = t.tenant_id and e.facts ->> 'kind' = 'item'
        and e.facts ->> 'of' = 'alarm' and e.facts ->> 'subjectId' = t.id::text)
      and not exists (select from incident i where i.alarm_id = t.id)
      and not exists (select from incident_line l where l.alarm_id = t.id)
      and not exists (select from device_condition c where c.device_id = t.device_id and c.alarm_id = t.id
        and c.recovered_at is null)
      and not exists (select from recording_mark m join recording r on r.id = m.recording_id
        where m.alarm_id = t.id and r.held_at is not null)
      and not exists (select from fence_event e where e.alarm_id = t.id)
      and not exists (select from fence_side s where s.alarm_id = t.id)
      and not exists (select from zone_stay s where s.alarm_id = t.id)`,
    with: [
      ['alarm_event', 'alarm_id'],
      ['alarm_sms', 'alarm_id'],
    ],
  },
  {
    table: 'recording',
    keep: 'recordings',
    at: 'created_at',
    over: `t.created_at < $1 and t.held_at is null and t.removed_at is null and t.state in ('ready', 'failed')`,
    fileBytes: 'bytes',
  },
  {
    table: 'task',
    keep: 'exports',
    at: 'created_at',
    over: 't.path is not null and (t.finished_at < $1 or t.removed_at < $1)',
    fileBytes: 'bytes',
  },
  {
    table: 'device_command',
    keep: 'orders',
    at: 'created_at',
    over: `t.state in ('done', 'failed', 'expired') and t.finished_at < $1
      and not exists (select from bill b where b.command_id = t.id)`,
  },
  {
    table: 'command_batch',
    keep: 'orders',
    at: 'created_at',
    over: 't.created_at < $1 and not exists (select from device_command c where c.batch_id = t.id)',
  },
  {
    table: 'device_step',
    keep: 'steps',
    at: 'at',
    // The last one says how the device came to be as it is; undoing an allocation goes by the step it made.
    over: `t.at < $1
      and exists (select from device_step l where l.device_id = t.device_id and (l.at, l.id) > (t.at, t.id))
      and not exists (select from allocation_item i where i.step_id = t.id)`,
  },
  {
    table: 'payment_callback',
    keep: 'callbacks',
    at: 'at',
    // Another sum than was asked for is a matter of money until it is settled.
    over: `t.verdict in ('applied', 'wrongAmount', 'wrongCurrency') and t.at < $1`,
  },
  {
    table: 'payment_callback',
    keep: 'refusedCallbacks',
    at: 'at',
    over: `t.verdict not in ('applied', 'wrongAmount', 'wrongCurrency') and t.at < $1`,
  },
  { table: 'device_payload', keep: 'payloads', at: 'at', over: 't.at < $1' },
  { table: 'door_event', keep: 'doorEvents', at: 'at', over: 't.at < $1' },
  {
    table: 'call',
    keep: 'calls',
    at: 'started_at',
    over: `t.ended_at < $1 and t.state not in ('ringing', 'answered')
      and not exists (select from door_event e where e.call_id = t.id)
      and not exists (select from unlock_order u where u.call_id = t.id)`,
  },
  {
    table: 'card_notice',
    keep: 'cardNotices',
    at: 'at',
    over: 't.at < $1',
    with: [['card_confirmation', 'notice_id']],
  },
  {
    table: 'notice',
    keep: 'notices',
    at: 'at',
    over: `(t.state <> 'unread' or t.removed_at is not null) and t.at < $1`,
  },
  { table: 'notice', keep: 'unreadNotices', at: 'at', over: 't.at < $1' },
  { table: 'unsent_work', keep: 'unsentWork', at: 'told_at', over: 't.told_at < $1' },
]
