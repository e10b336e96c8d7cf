// Alarms said aloud and as text messages, when a rule wants it. Both are Chinese whatever language the page has.
import type { Bus, ToldAlarm } from '../../bus.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Log } from '../../log.ts'
import { alarmName } from '../push/alarm-names.ts'
import type { SmsSender } from '../session/codes.ts'
import { placeOf } from './telling.ts'

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

/** What and who and where. */
export function sentenceOf({ alarm, why }: Pick<ToldAlarm, 'alarm' | 'why'>): string {
  const what = alarm.type === 'sos' ? '紧急求救' : alarmName(alarm.type, 'cn')
  const parts = [what, alarm.wearerName || alarm.deviceName, placeOf(alarm)]
  return `${beginnings[why]}：${parts.filter(Boolean).join('，')}`
}

/** Starts speaking and writing; answers the function that stops it. */
export function sayAlarms({ bus, log, sms }: { bus: Bus; log: Log; sms: SmsSender }): () => void {
  const maySay = createBucket(SPEECH)
  const unsaid = new Map<string, number>()
  const say = (told: ToldAlarm) => {
    const { alarm, people } = told
    const departmentId = alarm.departmentId ?? null
    const key = `${alarm.tenantId} ${departmentId}`
    const left = unsaid.get(key) ?? 0
    if (!maySay(key) && alarm.type !== 'sos') {
      unsaid.set(key, left + 1)
      return
    }
    unsaid.delete(key)
    const more = left > 0 ? `，另有${left}条报警` : ''
    bus.emit('spoken.said', {
      tenantId: alarm.tenantId,
      departmentId,
      mark: 'alarm.read',
      accountIds: people,
      msgContent: `${sentenceOf(told).slice(0, MOST_SAID - more.length)}${more}`,
    })
  }
  return bus.on('alarm.told', ({ tellings }) => {
    for (const told of tellings) {
      if (told.spoken) say(told)
      for (const { phone } of told.texts)
        sms
          .send(phone, `Gatehouse: ${sentenceOf(told)}`)
          .catch(error => log.error({ err: error }, 'An SMS of an alarm was not sent'))
    }
  })
}
