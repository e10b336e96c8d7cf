// Watches an open broker connection for silence: runs the machine of the silent line with a clock, sends its questions.
import {
  closedLine,
  type Silence,
  type SilenceEffect,
  type SilenceEvent,
  stepSilence,
} from '../domain/link/silence.ts'
import { runMachine } from './machine-runner.ts'
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
  clock: Pick<BrokerPorts, 'now' | 'after' | 'onSeen'>,
  listener: LineListener,
): LineWatch {
  let heardAt = clock.now()
  let ask = () => {}
  let stopSeeing: (() => void) | undefined
  const runner = runMachine<Silence, SilenceEvent, SilenceEffect>({
    state: closedLine,
    step: stepSilence,
    performers: {
      ask: () => ask(),
      doubt: listener.onDoubt,
      wait: ({ ms }, { timers }) =>
        timers.start('wait', ms, () => ({ is: 'waited', quietFor: clock.now() - heardAt })),
      stopWaiting: (_, { timers }) => timers.stop('wait'),
      report: ({ line }) => (line === 'silent' ? listener.onSilent() : listener.onCarries()),
      giveUp: listener.onGiveUp,
    },
    clock,
  })

  return {
    open(question) {
      ask = question
      heardAt = clock.now()
      stopSeeing ??= clock.onSeen(seen => runner.send({ is: seen ? 'shown' : 'hidden' }))
      runner.send({ is: 'opened' })
    },
    close() {
      stopSeeing?.()
      stopSeeing = undefined
      runner.send({ is: 'closed' })
    },
    heard() {
      heardAt = clock.now()
      runner.send({ is: 'heard' })
    },
    heardAt: () => heardAt,
  }
}
