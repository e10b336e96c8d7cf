// What is forgotten when its days are over, and what stays because it is still open or because something else needs it.
import type { RetentionConfig } from './settings.ts'

export interface RetentionRule {
  table: string
  keep: Exclude<keyof RetentionConfig, DailyKind>
  /** Condition on a row `t`; `$1` is the moment before which it may go. */
  over: string
  /** What hangs on the rows and goes with them: table and column. */
  with?: readonly (readonly [table: string, column: string])[]
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
  {
    table: 'device_command',
    keep: 'orders',
    over: `t.state in ('done', 'failed', 'expired') and t.finished_at < $1
      and not exists (select from bill b where b.command_id = t.id)`,
  },
  {
    table: 'command_batch',
    keep: 'orders',
    over: 't.created_at < $1 and not exists (select from device_command c where c.batch_id = t.id)',
  },
  {
    table: 'device_step',
    keep: 'steps',
    // The last one says how the device came to be as it is; undoing an allocation goes by the step it made.
    over: `t.at < $1
      and exists (select from device_step l where l.device_id = t.device_id and (l.at, l.id) > (t.at, t.id))
      and not exists (select from allocation_item i where i.step_id = t.id)`,
  },
  {
    table: 'payment_callback',
    keep: 'callbacks',
    // Another sum than was asked for is a matter of money until it is settled.
    over: `t.verdict in ('applied', 'wrongAmount', 'wrongCurrency') and t.at < $1`,
  },
  {
    table: 'payment_callback',
    keep: 'refusedCallbacks',
    over: `t.verdict not in ('applied', 'wrongAmount', 'wrongCurrency') and t.at < $1`,
  },
  { table: 'device_payload', keep: 'payloads', over: 't.at < $1' },
  { table: 'door_event', keep: 'doorEvents', over: 't.at < $1' },
  {
    table: 'call',
    keep: 'calls',
    over: `t.ended_at < $1 and t.state not in ('ringing', 'answered')
      and not exists (select from door_event e where e.call_id = t.id)
      and not exists (select from unlock_order u where u.call_id = t.id)`,
  },
  {
    table: 'card_notice',
    keep: 'cardNotices',
    over: 't.at < $1',
    with: [['card_confirmation', 'notice_id']],
  },
  {
    table: 'notice',
    keep: 'notices',
    over: `(t.state <> 'unread' or t.removed_at is not null) and t.at < $1`,
  },
  { table: 'notice', keep: 'unreadNotices', over: 't.at < $1' },
  { table: 'unsent_work', keep: 'unsentWork', over: 't.told_at < $1' },
]
