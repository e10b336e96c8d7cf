// Runs the playing: keeps the state, runs its timer, and tells once a frame where it has got to.
import {
  noPlayback,
  type Playback,
  type PlaybackEffect,
  type PlaybackEvent,
  playedTo,
  stepPlayback,
} from '../../../domain/track/playback.ts'

export interface PlayerClock {
  /** Milliseconds that never go back. */
  now(): number
  /** Calls again and again; answers the way to stop. */
  every(ms: number, work: () => void): () => void
  /** Before the screen is drawn next. */
  frame(work: () => void): void
}

type Wish = PlaybackEvent extends infer Event
  ? Event extends { now: number }
    ? Omit<Event, 'now'>
    : Event
  : never

export interface Player {
  state(): Playback
  /** Milliseconds played when it was last asked. */
  played(): number
  /** What somebody did; the clock's time is added. */
  tell(wish: Wish): void
  subscribe(listener: () => void): () => void
  stop(): void
}

export const browserClock: PlayerClock = {
  now: () => performance.now(),
  every: (ms, work) => {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  },
  frame: work => void requestAnimationFrame(work),
}

/** A player with nothing to play yet. */
export function createPlayer(clock: PlayerClock = browserClock): Player {
  const listeners = new Set<() => void>()
  let state: Playback = noPlayback
  let played = 0
  let due = false
  let stopTicking: (() => void) | undefined

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
  const run = (effect: PlaybackEffect) => {
    switch (effect.do) {
      case 'startTimer':
        stopTicking?.()
        stopTicking = clock.every(effect.everyMs, () => happened({ on: 'ticked', now: clock.now() }))
        break
      case 'cancelTimer':
        stopTicking?.()
        stopTicking = undefined
        break
      case 'show':
        played = effect.at
    }
  }
  const happened = (event: PlaybackEvent) => {
    const before = state
    const [next, effects] = stepPlayback(state, event)
    state = next
    for (const effect of effects) run(effect)
    if (state !== before && event.on !== 'ticked') notify()
    else if (state !== before || effects.length > 0) notifySoon()
  }
  return {
    state: () => state,
    played: () => played,
    tell: wish => {
      const now = clock.now()
      // What is shown is where it is now, not where the last tick saw it.
      if (state.is === 'playing') played = playedTo(state, now)
      happened({ ...wish, now } as PlaybackEvent)
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => {
      stopTicking?.()
      stopTicking = undefined
      listeners.clear()
    },
  }
}
