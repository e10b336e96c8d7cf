// What was said aloud and stands on the screen: for ten seconds, or until read when nobody looked. An alarm that is said
// again stands on one line until somebody sees to it.
import type { SpokenAlarm, SpokenNotice } from '../../contract/spoken-notices.ts'
import { createTimers, type TimerClock } from '../../platform/timers.ts'

export const SHOWN_SECONDS = 10
/** Older ones give way; all of them stand in the message centre. */
const MOST_SHOWN = 4
const MOST_KNOWN = 50

export interface ShownNotice {
  key: string
  text: string
  /** Who had it said; null for what nobody wrote. */
  author: string | null
  at: number
  /** Came while nobody looked: stands until it is read. */
  stays: boolean
  /** What it is about, to be said in the reader's language. */
  alarm?: SpokenAlarm
}

/** An alarm that was told again, on its one line. */
export interface StandingAlarm extends SpokenAlarm {
  at: number
}

export interface SpokenPorts extends TimerClock {
  /** Whether the page is out of sight. */
  hidden: () => boolean
}

export interface SpokenBoard {
  /** Answers false for what was shown already. */
  take: (notice: SpokenNotice) => boolean
  dismiss: (key: string) => void
  /** Somebody has seen to the alarm: nothing of it stands here. */
  settle: (alarmId: number) => void
  /** Shows this alarm no more, however often it is repeated. */
  hush: (alarmId: number) => void
  /** After a gap it is not known which alarms are settled; those that are not are told again. */
  forgetAlarms: () => void
  /** The session ended: nothing of it stays on the screen. */
  clear: () => void
  read: () => readonly ShownNotice[]
  /** Alarms that were told again, the newest first. */
  alarms: () => readonly StandingAlarm[]
  subscribe: (listener: () => void) => () => void
}

export function createSpokenBoard(ports: SpokenPorts): SpokenBoard {
  let shown: readonly ShownNotice[] = []
  let known: string[] = []
  let standing: readonly StandingAlarm[] = []
  let hushed: ReadonlySet<number> = new Set()
  let count = 0
  const timers = createTimers<() => void>(ports, run => run())
  const listeners = new Set<() => void>()
  const become = (next: readonly ShownNotice[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const dismiss = (key: string) => {
    timers.stop(key)
    if (shown.some(each => each.key === key)) become(shown.filter(each => each.key !== key))
  }
  const stand = (next: readonly StandingAlarm[]) => {
    standing = next
    for (const listener of listeners) listener()
  }
  const settle = (alarmId: number) => {
    for (const { key, alarm } of shown) if (alarm?.id === alarmId) dismiss(key)
    if (standing.some(({ id }) => id === alarmId)) stand(standing.filter(({ id }) => id !== alarmId))
  }
  return {
    take({ id, msgContent, author = '', at = ports.now(), alarm }) {
      if (id !== undefined && known.includes(id)) return false
      count += 1
      const key = id ?? `unnamed ${count}`
      known = [...known, key].slice(-MOST_KNOWN)
      // An SOS has its own dialog and bar.
      if (alarm?.type === 'sos' || (alarm && hushed.has(alarm.id))) return true
      if (alarm) settle(alarm.id)
      if (alarm && alarm.times > 1) {
        stand([{ ...alarm, at }, ...standing].slice(0, MOST_KNOWN))
        return true
      }
      const stays = ports.hidden()
      const next = [...shown, { key, text: msgContent, author, at, stays, ...(alarm && { alarm }) }]
      for (const old of next.slice(0, -MOST_SHOWN)) timers.stop(old.key)
      become(next.slice(-MOST_SHOWN))
      if (!stays) timers.start(key, SHOWN_SECONDS * 1000, () => dismiss(key))
      return true
    },
    dismiss,
    settle,
    hush(alarmId) {
      hushed = new Set([...hushed, alarmId])
      settle(alarmId)
    },
    forgetAlarms: () => stand([]),
    clear() {
      timers.stopAll()
      known = []
      standing = []
      hushed = new Set()
      become([])
    },
    read: () => shown,
    alarms: () => standing,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
