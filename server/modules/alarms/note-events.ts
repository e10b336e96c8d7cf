// Tells people of what devices report, in the storing transaction: SOS and other critical alarms, what the tenant's rules
// say of alarms, a card that was written.
import type { AlarmChannel } from '../../../src/domain/alarm/alarm-rule.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Audience } from '../../outlet.ts'
import { addManyNotices, type NoticeFor } from '../notices/public.ts'
import type { NewAlarm } from './alarm-rows.ts'
import { type AlarmNotification, noticeOf, notifyOf, type Outgoing } from './notify.ts'
import { createReceivers } from './receivers.ts'

/** An SOS is told so whatever the rules say: only what is beyond that is left for them to add. */
const OF_EVERY_SOS: readonly AlarmChannel[] = ['console', 'push', 'spoken']

/** What else happened in the same batch, with who is told: a card that was written. */
export interface OtherNews {
  draft: NoticeFor['draft']
  audience: Audience
  permission: string
}

/** Writes lines for everybody whom each event concerns; a few statements for a whole batch. */
export async function noteEvents(
  sql: Sql,
  alarms: readonly NewAlarm[],
  others: readonly OtherNews[],
  now: number,
): Promise<Outgoing> {
  const receivers = createReceivers(sql)
  const many: NoticeFor[] = []
  const notifications: AlarmNotification[] = []
  for (const { alarm, verdict } of alarms) {
    const audience = { tenantId: alarm.tenantId, departmentId: alarm.departmentId ?? null }
    const isSos = alarm.type === 'sos'
    if (isSos || (!verdict.rule && alarm.severity === 'critical'))
      many.push({
        draft: noticeOf(alarm, isSos ? 'sos' : 'alarm', alarm.raisedAt),
        accountIds: await receivers.of(audience, 'alarm.read'),
      })
    if (!verdict.rule) continue
    const channels = verdict.rule.channels.filter(channel => !isSos || !OF_EVERY_SOS.includes(channel))
    if (channels.length === 0) continue
    const people = await receivers.of(audience, 'alarm.read', verdict.rule)
    const noDuty = await receivers.nobodyOnDuty(audience, 'alarm.read', verdict.rule)
    notifications.push({ alarm, why: 'raised', people, channels, noDuty })
  }
  for (const { draft, audience, permission } of others)
    many.push({ draft, accountIds: await receivers.of(audience, permission) })
  const noted = await addManyNotices(sql, many)
  const outgoing = await notifyOf(sql, notifications, now)
  return { ...outgoing, noted: [...noted, ...outgoing.noted] }
}
