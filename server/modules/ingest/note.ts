// Tells people of what devices report, in the storing transaction: SOS and other critical alarms, what the tenant's rules
// say of alarms, a card that was written.
import type { AlarmChannel } from '../../../src/domain/alarm/alarm-rule.ts'
import type { Sql } from '../../db/scoped.ts'
import type { NewAlarm } from '../alarms/alarm-rows.ts'
import { createReceivers } from '../alarms/receivers.ts'
import { noticeOf, type Outgoing, type Telling, tellOf } from '../alarms/telling.ts'
import { addManyNotices, type ManyTold } from '../notices/fan-out.ts'
import type { Stored } from './store.ts'
import { SEES_CARDS } from './tell.ts'

/** An SOS is told so whatever the rules say: only what is beyond that is left for them to add. */
const OF_EVERY_SOS: readonly AlarmChannel[] = ['console', 'push', 'spoken']

/** Writes lines for everybody whom each event concerns; a few statements for a whole batch. */
export async function noteEvents(
  sql: Sql,
  alarms: readonly NewAlarm[],
  cards: Stored['cards'],
  now: number,
): Promise<Outgoing> {
  const receivers = createReceivers(sql)
  const many: ManyTold[] = []
  const tellings: Telling[] = []
  for (const { alarm, verdict } of alarms) {
    const audience = { tenantId: alarm.tenantId, departmentId: alarm.departmentId ?? null }
    const isSos = alarm.type === 'sos'
    if (isSos || (!verdict.rule && alarm.severity === 'critical'))
      many.push({
        told: noticeOf(alarm, isSos ? 'sos' : 'alarm', alarm.raisedAt),
        accountIds: await receivers.of(audience, 'alarm.read'),
      })
    if (!verdict.rule) continue
    const channels = verdict.rule.channels.filter(channel => !isSos || !OF_EVERY_SOS.includes(channel))
    if (channels.length === 0) continue
    const people = await receivers.of(audience, 'alarm.read', verdict.rule)
    tellings.push({ alarm, why: 'raised', people, channels })
  }
  for (const card of cards)
    many.push({
      told: {
        tenantId: card.tenantId,
        kind: 'card',
        subject: 'device',
        // Every card is news: naming the device here would make its second one the same event.
        subjectId: null,
        imei: card.imei,
        who: card.deviceName,
        place: null,
        content: card.cardInfo,
        at: card.at,
      },
      accountIds: await receivers.of(card, SEES_CARDS),
    })
  const noted = await addManyNotices(sql, many)
  const outgoing = await tellOf(sql, tellings, now)
  return { ...outgoing, noted: [...noted, ...outgoing.noted] }
}
