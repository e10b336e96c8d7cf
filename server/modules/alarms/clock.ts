// What time does to alarms: people are notified again, alarms escalate, test windows end. Everything due stands in the database, so that it
// survives restarts, and each row is done by one process only.

import { type AlarmChannel, alarmChannel } from '../../../src/domain/alarm/alarm-rule.ts'
import { HIGHEST_ESCALATION } from '../../../src/domain/alarm/alarm-step.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import { readAlarms } from './alarm-rows.ts'
import { escalationsOf } from './escalation.ts'
import { addEvents } from './events.ts'
import type { Judge } from './judge.ts'
import { type AlarmNotification, notifyOf, sendOut } from './notify.ts'
import { createReceivers } from './receivers.ts'
import { clockFrom } from './rule-clock.ts'
import { endTests } from './test-end.ts'

/** Rows of one transaction. */
const AT_ONCE = 200
const EVERY_MS = 2_000

export interface ClockParts {
  data: Data
  bus: Bus
  judge: Judge
  now: () => number
}

/** Does everything that is due. */
export async function tendAlarms(parts: ClockParts): Promise<void> {
  while ((await tendDue(parts)) >= AT_ONCE);
  while ((await endTests(parts, AT_ONCE)) >= AT_ONCE);
}

/** Starts the clock; answers the function that stops it. */
export function startAlarmClock(parts: ClockParts & { log: Log; everyMs?: number }): () => void {
  const { log, everyMs = EVERY_MS } = parts
  let tending = false
  const tend = () => {
    // A database that is slow for a while must not find a round for every two seconds of it.
    if (tending) return
    tending = true
    tendAlarms(parts)
      .catch(error => log.warn({ err: error }, 'Alarms could not be tended'))
      .finally(() => {
        tending = false
      })
  }
  const timer = setInterval(tend, everyMs)
  timer.unref()
  tend()
  return () => clearInterval(timer)
}

interface Due {
  id: number
  tenantId: number
  repeatAt: number | null
  escalateAt: number | null
  escalation: number
  ruleId: number | null
  channels: string[] | null
  roleIds: number[] | null
  userIds: number[] | null
  dutyPostIds: number[] | null
  repeatMinutes: number | null
  escalateMinutes: number | null
}

// Whoever writes an event of the alarm meanwhile holds its key: that is no reason to skip it.
const DUE = `select a.id, a.tenant_id as "tenantId", a.repeat_at as "repeatAt", a.escalate_at as "escalateAt", a.escalation,
    r.id as "ruleId", r.channels, array_to_json(r.role_ids) as "roleIds", array_to_json(r.user_ids) as "userIds",
    array_to_json(r.duty_post_ids) as "dutyPostIds",
    r.repeat_minutes as "repeatMinutes", r.escalate_minutes as "escalateMinutes"
  from alarm a left join alarm_rule r on r.id = a.rule_id and r.enabled and r.removed_at is null
  where least(a.repeat_at, a.escalate_at) <= $1 and (a.repeat_at is not null or a.escalate_at is not null)
  order by least(a.repeat_at, a.escalate_at) limit $2 for no key update of a skip locked`

/** Answers how many alarms were due. */
async function tendDue({ data, bus, now }: ClockParts): Promise<number> {
  const at = now()
  return data.scoped(WHOLE, async sql => {
    const due = await sql.query<Due>(DUE, [at, AT_ONCE])
    if (due.length === 0) return 0
    // A rule that is gone or switched off tells nobody any more.
    const ruled = due.filter(row => row.ruleId !== null)
    const rising = ruled.filter(
      row => row.escalateAt !== null && row.escalateAt <= at && row.escalation < HIGHEST_ESCALATION,
    )
    await setClocks(sql, due, new Set(rising.map(row => row.id)), at)
    const receivers = createReceivers(sql)
    const risen = rising.map(row => row.id)
    await addEvents(
      sql,
      rising.map(row => ({ tenantId: row.tenantId, alarmId: row.id, kind: 'escalated', at })),
      at,
    )
    const escalations = risen.length > 0 ? await escalationsOf(sql, risen, receivers) : []
    const repeats = ruled.filter(row => row.repeatAt !== null && row.repeatAt <= at)
    const outgoing = await notifyOf(sql, [...(await repeatsOf(sql, repeats, receivers)), ...escalations], at)
    sql.afterCommit(() => {
      sendOut(bus, outgoing)
      for (const tenantId of new Set(rising.map(row => row.tenantId)))
        bus.emit('alarm.changed', {
          tenantId,
          ids: rising.filter(row => row.tenantId === tenantId).map(row => row.id),
        })
    })
    return due.length
  })
}

/** Counted from now: what a server that was away has missed is told once. */
async function setClocks(
  sql: Sql,
  due: readonly Due[],
  rising: ReadonlySet<number>,
  at: number,
): Promise<void> {
  const next = due.map(row => {
    const escalation = row.escalation + (rising.has(row.id) ? 1 : 0)
    const fresh = row.ruleId === null ? { repeatAt: null, escalateAt: null } : clockFrom(row, escalation, at)
    const keep = (old: number | null, then: number | null) =>
      old !== null && old > at && row.ruleId ? old : then
    return {
      id: row.id,
      escalation,
      repeatAt: keep(row.repeatAt, fresh.repeatAt),
      escalateAt: keep(row.escalateAt, fresh.escalateAt),
    }
  })
  await sql.change(
    `update alarm a set escalation = x.escalation, repeat_at = x.repeat_at, escalate_at = x.escalate_at,
       version = version + case when a.escalation <> x.escalation then 1 else 0 end,
       updated_at = case when a.escalation <> x.escalation then $5 else a.updated_at end
     from unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[]) as x (id, escalation, repeat_at, escalate_at)
     where a.id = x.id`,
    [
      next.map(row => row.id),
      next.map(row => row.escalation),
      next.map(row => row.repeatAt),
      next.map(row => row.escalateAt),
      at,
    ],
  )
}

/** An SOS is told again by every way it was told at first, whatever else the rule names. */
const AGAIN_OF_SOS: readonly AlarmChannel[] = ['console', 'push', 'spoken']

async function repeatsOf(
  sql: Sql,
  rows: readonly Due[],
  receivers: ReturnType<typeof createReceivers>,
): Promise<AlarmNotification[]> {
  if (rows.length === 0) return []
  const ruleOf = new Map(rows.map(row => [row.id, row]))
  const notifications: AlarmNotification[] = []
  for (const alarm of await readAlarms(sql, [...ruleOf.keys()])) {
    const rule = ruleOf.get(alarm.id)
    const named = {
      roleIds: rule?.roleIds ?? [],
      userIds: rule?.userIds ?? [],
      dutyPostIds: rule?.dutyPostIds ?? [],
    }
    const audience = { tenantId: alarm.tenantId, departmentId: alarm.departmentId ?? null }
    const channels = alarmChannel.options.filter(
      channel =>
        rule?.channels?.includes(channel) || (alarm.type === 'sos' && AGAIN_OF_SOS.includes(channel)),
    )
    if (channels.length === 0) continue
    const people = await receivers.of(audience, 'alarm.read', named)
    const noDuty = await receivers.nobodyOnDuty(audience, 'alarm.read', named)
    notifications.push({ alarm, why: 'repeated', people, channels, noDuty })
  }
  return notifications
}
