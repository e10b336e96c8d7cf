// Alarms said aloud and as text messages, when a rule wants it. Both are Chinese whatever language the page has.
import type { SpokenAlarm } from '../../../src/contract/spoken-notices.ts'
import type { Bus, NotifiedAlarm } from '../../bus.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Log } from '../../log.ts'
import { wordsIn } from '../../words.ts'
import { alarmNames } from '../push/public.ts'
import type { TextMessage, Texts } from '../texts/public.ts'
import { placeOf } from './notify.ts'

/**
 * Of a storm so many are said and then one every ten seconds, which says how many were left out: who listens could not
 * follow more. An SOS is always said.
 */
const SPEECH = { perSecond: 0.1, atOnce: 5 }
const MOST_SAID = 200

const beginnings = {
  raised: '报警',
  repeated: '报警未确认',
  escalated: '报警升级',
  assigned: '报警',
} as const

const partsOf = ({ alarm }: Pick<NotifiedAlarm, 'alarm'>) => ({
  what: `${alarm.trial ? '测试：' : ''}${alarm.type === 'sos' ? '紧急求救' : wordsIn('cn')(alarmNames[alarm.type])}`,
  who: alarm.wearerName || alarm.deviceName,
  place: placeOf(alarm) ?? '',
})

/** What and who and where. */
export function sentenceOf(notified: Pick<NotifiedAlarm, 'alarm' | 'why'>): string {
  const { what, who, place } = partsOf(notified)
  return `${beginnings[notified.why]}：${[what, who, place].filter(Boolean).join('，')}`
}

const textMessage = (notified: NotifiedAlarm): TextMessage => {
  const { what, ...rest } = partsOf(notified)
  return { about: 'alarm', what: `${beginnings[notified.why]}：${what}`, ...rest, text: sentenceOf(notified) }
}

/** The same in parts. */
export const spokenAlarmOf = ({
  alarm,
  why,
  times,
}: Pick<NotifiedAlarm, 'alarm' | 'why' | 'times'>): SpokenAlarm => {
  const { id, type, severity, wearerName, deviceName, building, unit, roomNo } = alarm
  const named = alarm.fenceName ?? alarm.place
  return {
    id,
    type,
    severity,
    why,
    who: wearerName || deviceName,
    where: (named ? [named] : [building, unit, roomNo]).flatMap(part => (part ? [part] : [])),
    times,
  }
}

/** Starts speaking and writing; answers the function that stops it. */
export function sayAlarms({
  bus,
  log,
  texts,
}: {
  bus: Bus
  log: Log
  texts: Pick<Texts, 'send'>
}): () => void {
  const maySay = createBucket(SPEECH)
  const unsaid = new Map<string, number>()
  const say = (notified: NotifiedAlarm) => {
    const { alarm, people } = notified
    const departmentId = alarm.departmentId ?? null
    const key = `${alarm.tenantId} ${departmentId}`
    const left = unsaid.get(key) ?? 0
    if (!maySay(key) && alarm.type !== 'sos') {
      unsaid.set(key, left + 1)
      return
    }
    unsaid.delete(key)
    const more = left > 0 ? `，另有${left}条报警` : ''
    bus.emit('notice.spoken', {
      tenantId: alarm.tenantId,
      departmentId,
      permission: 'alarm.read',
      accountIds: people,
      msgContent: `${sentenceOf(notified).slice(0, MOST_SAID - more.length)}${more}`,
      alarm: spokenAlarmOf(notified),
    })
  }
  return bus.on('alarm.notified', ({ notifications }) => {
    for (const notified of notifications) {
      if (notified.spoken) say(notified)
      for (const { phone, accountId } of notified.texts)
        texts
          .send(phone, textMessage(notified), {
            tenantId: notified.alarm.tenantId,
            alarmId: notified.alarm.id,
            accountId,
          })
          .catch(error => log.error({ err: error }, 'An SMS of an alarm was not sent'))
    }
  })
}
