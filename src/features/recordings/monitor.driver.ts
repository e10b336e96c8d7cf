// Runs the clock of several cameras: keeps the state, runs its timer, and tells what the clock shows.
import {
  type Playing,
  type PlayingEffect,
  type PlayingEvent,
  playedTo,
  playingAt,
  stepPlaying,
} from '../../domain/recordings/monitor-playback.ts'
import { runMachine } from '../../platform/machine-runner.ts'
import { type TimerClock, timeouts } from '../../platform/timers.ts'

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'now'> : never

export interface MonitorPlayer {
  state: () => Playing
  /** Where the clock is now. */
  at: () => number
  /** Rises with each jump: players go there at once. */
  jumps: () => number
  send: (deed: WithoutTime<PlayingEvent>) => void
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

export const monitorClock: TimerClock = { now: () => performance.now(), after: timeouts.after }

export function createMonitorPlayer(
  at: number,
  latest: number,
  clock: TimerClock = monitorClock,
): MonitorPlayer {
  const listeners = new Set<() => void>()
  let jumps = 0
  const runner = runMachine<Playing, PlayingEvent, PlayingEffect>({
    state: playingAt(at, latest),
    step: stepPlaying,
    performers: {
      startTimer: ({ timer, everyMs }, { timers }) =>
        timers.every(timer, everyMs, () => ({ on: 'ticked', now: clock.now() })),
      cancelTimer: ({ timer }, { timers }) => timers.stop(timer),
      seek: () => void jumps++,
    },
    clock,
  })
  const stopHearing = runner.subscribe(() => {
    for (const listener of listeners) listener()
  })
  return {
    state: runner.read,
    at: () => playedTo(runner.read(), clock.now()),
    jumps: () => jumps,
    send: deed => runner.send({ ...deed, now: clock.now() }),
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => {
      stopHearing()
      runner.stop()
      listeners.clear()
    },
  }
}
