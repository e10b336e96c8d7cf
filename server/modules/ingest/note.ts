// Lines in the message centre for what devices report: SOS and other critical alarms, a card that was written. In the
// storing transaction.
import type { NoticeKind } from '../../../src/domain/notice/notice.ts'
import type { Audience } from '../../broker/outlet.ts'
import type { Sql } from '../../db/scoped.ts'
import { addNotices, audienceOf, type Told } from '../notices/fan-out.ts'
import type { StoredAlarm } from '../rules/alarm-rows.ts'
import type { Stored } from './store.ts'

export interface Noted {
  tenantId: number
  kind: NoticeKind
  accountIds: number[]
}

/** Adds lines for everybody whom each event concerns; asks once for each audience of a batch. */
export async function noteEvents(
  sql: Sql,
  alarms: readonly StoredAlarm[],
  cards: Stored['cards'],
): Promise<Noted[]> {
  const audiences = new Map<string, Promise<number[]>>()
  const noted: Noted[] = []
  const note = async (audience: Audience, mark: string, told: Told) => {
    const key = `${audience.tenantId} ${audience.departmentId} ${mark}`
    const people = audiences.get(key) ?? audienceOf(sql, audience, mark)
    audiences.set(key, people)
    const accountIds = await addNotices(sql, audience.tenantId, await people, told)
    if (accountIds.length > 0) noted.push({ tenantId: audience.tenantId, kind: told.kind, accountIds })
  }
  for (const alarm of alarms)
    if (alarm.severity === 'critical')
      await note({ tenantId: alarm.tenantId, departmentId: alarm.departmentId ?? null }, 'alarm.read', {
        kind: alarm.type === 'sos' ? 'sos' : 'alarm',
        subject: 'alarm',
        subjectId: alarm.id,
        imei: alarm.imei,
        who: alarm.wearerName ?? alarm.deviceName,
        place: alarm.place ?? ([alarm.building, alarm.unit, alarm.roomNo].filter(Boolean).join(' ') || null),
        content: alarm.type,
        at: alarm.raisedAt,
      })
  for (const card of cards)
    await note(card, 'device.read', {
      kind: 'card',
      subject: 'device',
      // Every card is news: naming the device here would make its second one the same event.
      subjectId: null,
      imei: card.imei,
      who: card.deviceName,
      place: null,
      content: card.cardInfo,
      at: card.at,
    })
  return noted
}
