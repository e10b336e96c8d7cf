// Keeps an ear on one open broker connection: runs the machine of the silent line with a clock, and asks.
import { closedLine, type SilenceEvent, stepSilence } from '../domain/link/silence.ts'
import type { BrokerPorts } from './mqtt-ports.ts'

export interface LineWatch {
  /** The connection is open: `ask` puts a question over it. */
  open: (ask: () => void) => void
  close: () => void
  /** Something came over it. */
  heard: () => void
  /** When something came last, by the clock of the ports. */
  heardAt: () => number
}

export interface LineListener {
  onSilent: () => void
  /** It speaks again after it was silent. */
  onCarries: () => void
  /** Ask whether the server can be reached at all. */
  onDoubt: () => void
  /** It was silent for too long. */
  onGiveUp: () => void
}

/** Watches one line at a time; nothing happens before `open`. */
export function watchLine(
  { now, after, onSeen }: Pick<BrokerPorts, 'now' | 'after' | 'onSeen'>,
  listener: LineListener,
): LineWatch {
  let state = closedLine
  let heardAt = now()
  let ask = () => {}
  let stopWaiting = () => {}
  let stopSeeing: (() => void) | undefined

  function on(event: SilenceEvent): void {
    const [next, effects] = stepSilence(state, event)
    state = next
    for (const effect of effects) {
      switch (effect.do) {
        case 'ask':
          ask()
          break
        case 'doubt':
          listener.onDoubt()
          break
        case 'wait':
          stopWaiting()
          stopWaiting = after(effect.ms, () => on({ is: 'waited', quietFor: now() - heardAt }))
          break
        case 'stopWaiting':
          stopWaiting()
          break
        case 'tell':
          if (effect.line === 'silent') listener.onSilent()
          else listener.onCarries()
          break
        case 'giveUp':
          listener.onGiveUp()
      }
    }
  }

  return {
    open(question) {
      ask = question
      heardAt = now()
      stopSeeing ??= onSeen(seen => on({ is: seen ? 'shown' : 'hidden' }))
      on({ is: 'opened' })
    },
    close() {
      stopSeeing?.()
      stopSeeing = undefined
      on({ is: 'closed' })
    },
    heard() {
      heardAt = now()
      on({ is: 'heard' })
    },
    heardAt: () => heardAt,
  }
}
