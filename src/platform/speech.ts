// Reads texts aloud in Chinese, one after the other, and knows when nobody would hear them.
import { MINUTE_MS } from '../domain/durations.ts'

/** Real-time specification, section 9. */
export const SPEECH = { lang: 'zh-CN', volume: 0.6, rate: 2, pitch: 1 } as const

/** More than that is behind its time before it is its turn. */
const MOST_WAITING = 5
const STALE_MS = MINUTE_MS
/** Some browsers fill the list of voices late, or never. */
const VOICES_MS = 3_000
/** Some never say that they are done. */
const LONGEST_MS = 5_000
const LONGEST_MS_A_SIGN = 500

/** `blocked`: the browser stays silent before a gesture. `noVoice`: it has voices, none of them Chinese, or none at all. */
export type SpeechState = 'ready' | 'blocked' | 'noVoice' | 'unsupported'

export interface SpeechPorts {
  /** Undefined where the browser has none. */
  synthesis:
    | Pick<SpeechSynthesis, 'speak' | 'cancel' | 'getVoices' | 'addEventListener' | 'removeEventListener'>
    | undefined
  utter: (text: string) => SpeechSynthesisUtterance
  hasGesture: () => boolean
  /** Calls back at the next gesture; returns how to stop. */
  onGesture: (run: () => void) => () => void
  now: () => number
  after: (milliseconds: number, run: () => void) => () => void
}

export interface Speech {
  say: (text: string) => void
  /** Stops in the middle of the word and forgets what waits. */
  silence: () => void
  read: () => SpeechState
  subscribe: (listener: () => void) => () => void
}

const isChinese = ({ lang }: SpeechSynthesisVoice) => /^(zh|cmn|yue)\b/i.test(lang.replace('_', '-'))

/** Makes a speaker. It looks for voices at once. */
export function createSpeech(ports: SpeechPorts): Speech {
  const { synthesis } = ports
  let voices: 'unknown' | 'chinese' | 'none' = 'unknown'
  let refused = !ports.hasGesture()
  let waiting: { text: string; at: number }[] = []
  /** Ends what is being said; undefined when nothing is. */
  let finish: (() => void) | undefined
  const listeners = new Set<() => void>()

  const read = (): SpeechState => {
    if (!synthesis) return 'unsupported'
    if (voices === 'none') return 'noVoice'
    return refused ? 'blocked' : 'ready'
  }
  const changing = (change: () => void) => {
    const before = read()
    change()
    if (read() === before) return
    for (const listener of listeners) listener()
    next()
  }

  function next(): void {
    if (!synthesis || finish || read() !== 'ready') return
    waiting = waiting.filter(({ at }) => ports.now() - at < STALE_MS)
    const first = waiting.shift()
    if (first) utter(synthesis, first)
  }

  function utter(on: NonNullable<SpeechPorts['synthesis']>, said: { text: string; at: number }): void {
    const utterance = ports.utter(said.text)
    Object.assign(utterance, SPEECH)
    const voice = on.getVoices().find(isChinese)
    if (voice) utterance.voice = voice
    const end = () => {
      if (finish !== end) return
      finish = undefined
      stopWatching()
      next()
    }
    const stopWatching = ports.after(LONGEST_MS + LONGEST_MS_A_SIGN * said.text.length, () => {
      on.cancel()
      end()
    })
    finish = end
    utterance.onend = end
    utterance.onerror = ({ error }) => {
      // It was not heard: it is said again once the browser allows it.
      if (error === 'not-allowed') {
        waiting.unshift(said)
        changing(() => {
          refused = true
        })
        waitForGesture()
      }
      end()
    }
    on.speak(utterance)
  }

  const waitForGesture = () =>
    ports.onGesture(() =>
      changing(() => {
        refused = false
      }),
    )
  const look = () => {
    const found = synthesis?.getVoices() ?? []
    if (found.length > 0)
      changing(() => {
        voices = found.some(isChinese) ? 'chinese' : 'none'
      })
  }
  if (synthesis) {
    if (refused) waitForGesture()
    synthesis.addEventListener('voiceschanged', look)
    look()
    ports.after(VOICES_MS, () => {
      look()
      if (voices === 'unknown')
        changing(() => {
          voices = 'none'
        })
    })
  }

  return {
    say(text) {
      waiting = [...waiting, { text, at: ports.now() }].slice(-MOST_WAITING)
      next()
    },
    silence() {
      waiting = []
      const end = finish
      synthesis?.cancel()
      end?.()
    },
    read,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The browser's voice and gestures. */
export const browserSpeech: Omit<SpeechPorts, 'now' | 'after'> = {
  synthesis: globalThis.speechSynthesis,
  utter: text => new SpeechSynthesisUtterance(text),
  hasGesture: () => globalThis.navigator?.userActivation?.hasBeenActive ?? false,
  onGesture(run) {
    const kinds = ['pointerdown', 'keydown'] as const
    const heard = () => {
      stop()
      run()
    }
    const stop = () => {
      for (const kind of kinds) removeEventListener(kind, heard, true)
    }
    for (const kind of kinds) addEventListener(kind, heard, true)
    return stop
  },
}
