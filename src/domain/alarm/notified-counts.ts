// How many were told of an alarm by which channel, as a line of its timeline keeps it.
import { type AlarmChannel, alarmChannel } from './alarm-rule.ts'

export type NotifiedCounts = Partial<Record<AlarmChannel, number>> & {
  /** Text messages were wanted, and this installation has nobody who carries them. */
  textsOff?: boolean
  /** Whoever is on duty was to be told, and nobody was. */
  noDuty?: boolean
}

const TEXTS_OFF = 'sms:off'
const NO_DUTY = 'duty:none'

/** `console:12,push:3`: the note of the timeline's lines `told` and `repeated`. */
export function notifiedNote(counts: NotifiedCounts): string {
  const parts = alarmChannel.options.flatMap(channel =>
    counts[channel] === undefined ? [] : [`${channel}:${counts[channel]}`],
  )
  return [...parts, ...(counts.textsOff ? [TEXTS_OFF] : []), ...(counts.noDuty ? [NO_DUTY] : [])].join(',')
}

/** The counts of such a note; what is none is left out. */
export function readNotifiedNote(note: string | null): NotifiedCounts {
  const counts: NotifiedCounts = {}
  for (const part of (note ?? '').split(',')) {
    if (part === TEXTS_OFF) counts.textsOff = true
    if (part === NO_DUTY) counts.noDuty = true
    const [name, count] = part.split(':')
    const channel = alarmChannel.safeParse(name)
    if (channel.success && /^\d{1,9}$/.test(count ?? '')) counts[channel.data] = Number(count)
  }
  return counts
}
