// Runs the playing: keeps the state, runs its timer, and tells once a frame where it has got to.
import {
  noPlayback,
  type Playback,
  type PlaybackEffect,
  type PlaybackEvent,
  playedTo,
  stepPlayback,
} from '../../../domain/track/playback.ts'
import { runMachine } from '../../../platform/machine-runner.ts'
import { type TimerClock, timeouts } from '../../../platform/timers.ts'

/** `now` are milliseconds that never go back. */
export interface PlayerClock extends TimerClock {
  /** Before the screen is drawn next. */
  frame: (work: () => void) => void
}

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'now'> : never

export interface Player {
  state: () => Playback
  /** Milliseconds played when it was last asked. */
  played: () => number
  /** What somebody did; the clock's time is added. */
  send: (deed: WithoutTime<PlaybackEvent>) => void
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

export const browserClock: PlayerClock = {
  now: () => performance.now(),
  after: timeouts.after,
  frame: work => void requestAnimationFrame(work),
}

/** A player with nothing to play yet. */
export function createPlayer(clock: PlayerClock = browserClock): Player {
  const listeners = new Set<() => void>()
  let played = 0
  let due = false
  /** Somebody is doing something: that is told at once, not with the next frame. */
  let acting = false

  const notify = () => {
    due = false
    for (const listener of listeners) listener()
  }
  // A tick only asks; the screen shows no more than one answer a frame.
  const notifySoon = () => {
    if (due) return
    due = true
    clock.frame(notify)
  }
  const runner = runMachine<Playback, PlaybackEvent, PlaybackEffect>({
    state: noPlayback,
    step: stepPlayback,
    performers: {
      startTimer: ({ timer, everyMs }, { timers }) =>
        timers.every(timer, everyMs, () => ({ on: 'ticked', now: clock.now() })),
      cancelTimer: ({ timer }, { timers }) => timers.stop(timer),
      show({ at }) {
        played = at
        if (!acting) notifySoon()
      },
    },
    clock,
  })
  return {
    state: runner.read,
    played: () => played,
    send(deed) {
      const now = clock.now()
      const before = runner.read()
      // Advance to the present moment first: the last tick may be some time ago.
      if (before.is === 'playing') played = playedTo(before, now)
      const event = { ...deed, now }
      acting = true
      runner.send(event)
      acting = false
      if (runner.read() !== before) notify()
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => {
      runner.stop()
      listeners.clear()
    },
  }
}
