// When an alarm that nobody acknowledges is notified again and escalated, by the rule that fits it.
import { HIGHEST_ESCALATION } from '../../../src/domain/alarm/alarm-step.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'

export interface Clock {
  repeatAt: number | null
  escalateAt: number | null
}

export const NO_CLOCK: Clock = { repeatAt: null, escalateAt: null }

/** Counted from `from`; `escalation` is how far it has been escalated. */
export function clockFrom(
  rule: { repeatMinutes: number | null; escalateMinutes: number | null },
  escalation: number,
  from: number,
): Clock {
  const after = (minutes: number | null) => (minutes === null ? null : from + minutes * MINUTE_MS)
  return {
    repeatAt: after(rule.repeatMinutes),
    escalateAt: escalation < HIGHEST_ESCALATION ? after(rule.escalateMinutes) : null,
  }
}

/** Of a stored alarm, from now; no times where its rule is gone or switched off. */
export async function clockOf(sql: Sql, alarmId: number, escalation: number, now: number): Promise<Clock> {
  const row = await sql.first<{ repeatMinutes: number | null; escalateMinutes: number | null }>(
    `select r.repeat_minutes as "repeatMinutes", r.escalate_minutes as "escalateMinutes"
     from alarm a join alarm_rule r on r.id = a.rule_id and r.enabled and r.removed_at is null where a.id = $1`,
    [alarmId],
  )
  return row ? clockFrom(row, escalation, now) : NO_CLOCK
}
