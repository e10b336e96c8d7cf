// Notifies people of alarms: lines in their message centre and in the timelines now, everything else once that is stored.
import type { AlarmChannel } from '../../../src/domain/alarm/alarm-rule.ts'
import { type NotifiedCounts, notifiedNote } from '../../../src/domain/alarm/notified-counts.ts'
import type { NoticeKind } from '../../../src/domain/notice/notice.ts'
import type { Bus, NotifiedAlarm, StoredAlarm } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { addManyNotices, type Noted } from '../notices/public.ts'
import { cannotSend, reserveTexts, type TextWish } from '../texts/public.ts'
import { addEvents } from './events.ts'

export interface AlarmNotification {
  alarm: StoredAlarm
  why: NotifiedAlarm['why']
  people: readonly number[]
  channels: readonly AlarmChannel[]
  /** No line in the timeline: the step behind it has its own. */
  quiet?: boolean
  /** Whoever is on duty was to be told, and nobody is. */
  noDuty?: boolean
}

/** What is left to do once the transaction is committed. */
export interface Outgoing {
  noted: Noted[]
  notified: NotifiedAlarm[]
}

const kindOf = ({ why, alarm }: AlarmNotification): NoticeKind => {
  if (why === 'assigned' || why === 'escalated') return why
  return alarm.type === 'sos' ? 'sos' : 'alarm'
}

/** Where an alarm is, in words: the fence or the zone it is about, or where its device belongs. */
export const placeOf = ({
  place,
  building,
  unit,
  roomNo,
  fenceName,
  zoneName,
}: Pick<StoredAlarm, 'place' | 'building' | 'unit' | 'roomNo' | 'fenceName' | 'zoneName'>) =>
  fenceName ?? zoneName ?? place ?? ([building, unit, roomNo].filter(Boolean).join(' ') || null)

/** The line of an alarm in the message centre. */
export const noticeOf = (alarm: StoredAlarm, kind: NoticeKind, at: number) => ({
  tenantId: alarm.tenantId,
  kind,
  subject: 'alarm' as const,
  subjectId: alarm.id,
  imei: alarm.imei,
  who: alarm.wearerName ?? alarm.deviceName,
  place: placeOf(alarm),
  content: alarm.type,
  at,
})

/** Writes the notifications; a few statements however many alarms and people there are. */
export async function notifyOf(
  sql: Sql,
  notifications: readonly AlarmNotification[],
  now: number,
): Promise<Outgoing> {
  // What is said aloud can be read afterwards: on the same line.
  const byConsole = notifications.filter(each =>
    each.channels.some(way => way === 'console' || way === 'spoken'),
  )
  const again = (each: AlarmNotification) => each.why !== 'raised'
  const times = await timesOf(sql, notifications.filter(again))
  const noted = await addManyNotices(
    sql,
    byConsole.map(each => ({
      draft: noticeOf(each.alarm, kindOf(each), again(each) ? now : each.alarm.raisedAt),
      accountIds: each.people,
      ...(again(each) && { again: each.why === 'repeated' ? ('counted' as const) : ('anew' as const) }),
    })),
  )
  const byText = notifications.filter(each => each.channels.includes('sms'))
  const wishes = new Map(byText.map(each => [each, wishOf(each)]))
  const texts = await reserveTexts(sql, [...wishes.values()], now)
  const textsOff = byText.length > 0 && (await cannotSend(sql))
  const reached = await reachedByPush(sql, notifications, now)
  const textsOf = (wish: TextWish | undefined) => (wish && texts.get(wish)) ?? []
  const notified = notifications.map(each => {
    const { alarm, why, people, channels } = each
    const push = channels.includes('push') ? people.filter(id => reached.has(id)) : []
    return {
      alarm,
      why,
      people,
      spoken: channels.includes('spoken'),
      times: times.get(alarm.id) ?? 1,
      push,
      texts: textsOf(wishes.get(each)),
    }
  })
  await addEvents(
    sql,
    notifications.flatMap((each, index) => {
      const one = notified[index]
      if (each.quiet || !one) return []
      const counts: NotifiedCounts = {
        ...(each.noDuty && { noDuty: true }),
        ...(each.channels.includes('console') && { console: each.people.length }),
        ...(one.spoken && { spoken: each.people.length }),
        ...(each.channels.includes('push') && { push: one.push.length }),
        ...(each.channels.includes('sms') && (textsOff ? { textsOff } : { sms: one.texts.length })),
      }
      const kind = each.why === 'repeated' ? ('repeated' as const) : ('told' as const)
      return [
        { tenantId: each.alarm.tenantId, alarmId: each.alarm.id, kind, note: notifiedNote(counts), at: now },
      ]
    }),
    now,
  )
  return { noted, notified: notified.filter(one => one.spoken || one.push.length + one.texts.length > 0) }
}

/** How often alarms have been notified, this time included. */
async function timesOf(
  sql: Sql,
  notifications: readonly AlarmNotification[],
): Promise<ReadonlyMap<number, number>> {
  if (notifications.length === 0) return new Map()
  const rows = await sql.query<{ id: number; repeats: number }>(
    `select a as id, (select count(*)::int from alarm_event e where e.alarm_id = a and e.kind = 'repeated') as repeats
     from unnest($1::bigint[]) as a`,
    [[...new Set(notifications.map(({ alarm }) => alarm.id))]],
  )
  return new Map(rows.map(({ id, repeats }) => [id, repeats + 2]))
}

/** After the commit. */
export function sendOut(bus: Bus, { noted, notified }: Outgoing): void {
  for (const one of noted) bus.emit('notice.added', one)
  if (notified.length > 0) bus.emit('alarm.notified', { notifications: notified })
}

async function reachedByPush(
  sql: Sql,
  notifications: readonly AlarmNotification[],
  now: number,
): Promise<Set<number>> {
  const people = new Set(
    notifications.flatMap(each => (each.channels.includes('push') ? [...each.people] : [])),
  )
  if (people.size === 0) return people
  const rows = await sql.query<{ id: number }>(
    'select distinct account_id as id from push_subscription where account_id = any($1::bigint[]) and expires_at > $2',
    [[...people], now],
  )
  return new Set(rows.map(row => row.id))
}

/** An SOS goes first when not all can. */
const wishOf = ({ alarm, people }: AlarmNotification): TextWish => ({
  tenantId: alarm.tenantId,
  alarmId: alarm.id,
  people,
  rank: alarm.type === 'sos' ? 0 : alarm.severity === 'critical' ? 1 : 2,
})
