// Runs the two clocks: keeps their state, runs the timer, and says where they are.
import {
  happenedAt,
  knownBy,
  type ReplayClock,
  type ReplayClockEffect,
  type ReplayClockEvent,
  stepReplay,
} from '../../domain/replay/replay-clock.ts'
import { runMachine } from '../../platform/machine-runner.ts'
import { type TimerClock, timeouts } from '../../platform/timers.ts'

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'now'> : never

export interface ReplayPlayer {
  state: () => ReplayClock
  /** When it is, as things happened. */
  at: () => number
  /** By when one looks at what was known. */
  known: () => number
  /** Rises with each jump: pictures go there at once. */
  jumps: () => number
  send: (deed: WithoutTime<ReplayClockEvent>) => void
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

const clock: TimerClock = { now: () => performance.now(), after: timeouts.after }

export function createReplayPlayer(begin: ReplayClock): ReplayPlayer {
  let jumps = 0
  const runner = runMachine<ReplayClock, ReplayClockEvent, ReplayClockEffect>({
    state: begin,
    step: stepReplay,
    performers: {
      startTimer: ({ timer, everyMs }, { timers }) =>
        timers.every(timer, everyMs, () => ({ on: 'ticked', now: clock.now() })),
      cancelTimer: ({ timer }, { timers }) => timers.stop(timer),
      seek: () => void jumps++,
    },
    clock,
  })
  return {
    state: runner.read,
    at: () => happenedAt(runner.read(), clock.now()),
    known: () => knownBy(runner.read(), clock.now()),
    jumps: () => jumps,
    send: deed => runner.send({ ...deed, now: clock.now() }),
    subscribe: runner.subscribe,
    stop: () => runner.stop(),
  }
}
