// Playing a track: a pure step. The clock's time comes with the events; where the playing has got to is a pure function
// of the scaled elapsed time, so that a tick only asks and a late one loses nothing.
import { HOUR_MS, MINUTE_MS } from '../durations.ts'

/** How many times as fast (real-time specification, section 9). */
export const playbackSpeeds = [1, 2, 4, 8] as const
export type PlaybackSpeed = (typeof playbackSpeeds)[number]

/** Milliseconds between two questions where it has got to (real-time specification, section 9). */
export const TICK_MS = 20

/**
 * Seconds of the track in one second at speed 1. At its real time nobody could watch a day: by default a second shows a
 * minute, and one may choose.
 */
export const playbackRates = [1, 10, 60, 600] as const
export type PlaybackRate = (typeof playbackRates)[number]

/** The rate at which a track of so many milliseconds takes about half an hour at most. */
export function usualRate(length: number): PlaybackRate {
  if (length <= 10 * MINUTE_MS) return 10
  return length <= 26 * HOUR_MS ? 60 : 600
}

/** At this share and within one tick of the end it is finished. */
const DONE_SHARE = 0.99

interface Pace {
  speed: PlaybackSpeed
  rate: PlaybackRate
  /** Milliseconds of track there are to play. */
  length: number
}

/** The states of the specification, 1 to 5. All `at` are milliseconds of track from its beginning. */
export type Playback =
  /** 1: stopped, at the beginning. */
  | (Pace & { is: 'ready' })
  /** 2: was at `at` when the clock showed `since`. */
  | (Pace & { is: 'playing'; at: number; since: number })
  /** 3 */
  | (Pace & { is: 'paused'; at: number })
  /** 4: at the end. */
  | (Pace & { is: 'finished' })
  /** 5: the track was put away; the next one is not there yet. */
  | (Pace & { is: 'reset' })

/** What happened; `now` is the clock in milliseconds, from any beginning, never going back. */
export type PlaybackEvent =
  /** A track of this length is there; `at` where a link says so. */
  | { on: 'loaded'; length: number; at?: number; rate?: PlaybackRate }
  | { on: 'cleared' }
  | { on: 'playPressed'; now: number }
  | { on: 'pausePressed'; now: number }
  | { on: 'stopPressed' }
  /** The slider, a mark, a row of a table. */
  | { on: 'jumped'; to: number; now: number }
  | { on: 'speedChosen'; speed: PlaybackSpeed; now: number }
  | { on: 'rateChosen'; rate: PlaybackRate; now: number }
  | { on: 'ticked'; now: number }

export type PlaybackEffect =
  | { do: 'startTimer'; timer: 'tick'; everyMs: number }
  | { do: 'cancelTimer'; timer: 'tick' }
  /** What is shown is that of another moment now. */
  | { do: 'show'; at: number }

type Step = [Playback, readonly PlaybackEffect[]]

const startTicking: PlaybackEffect = { do: 'startTimer', timer: 'tick', everyMs: TICK_MS }
const stopTicking: PlaybackEffect = { do: 'cancelTimer', timer: 'tick' }

/** Nothing to play yet. */
export const noPlayback: Playback = { is: 'reset', speed: 1, rate: 60, length: 0 }

/** Milliseconds of track from its beginning at which the playing is when the clock shows `now`. */
export function playedTo(state: Playback, now: number): number {
  switch (state.is) {
    case 'ready':
    case 'reset':
      return 0
    case 'finished':
      return state.length
    case 'paused':
      return state.at
    case 'playing':
      return within(state.length, state.at + Math.max(0, now - state.since) * state.speed * state.rate)
  }
}

const within = (length: number, at: number) => (Number.isFinite(at) ? Math.max(0, Math.min(length, at)) : 0)

const paceOf = ({ speed, rate, length }: Playback): Pace => ({ speed, rate, length })

/** One step of the playing. */
export function stepPlayback(state: Playback, event: PlaybackEvent): Step {
  switch (event.on) {
    case 'loaded':
      return load(state, event)
    case 'cleared':
      return state.is === 'reset' ? [state, []] : [{ ...paceOf(state), is: 'reset', length: 0 }, leave(state)]
    case 'playPressed':
      return play(state, event.now)
    case 'pausePressed':
      if (state.is !== 'playing') return [state, []]
      return settle(state, playedTo(state, event.now))
    case 'stopPressed':
      if (state.is === 'reset' || state.is === 'ready') return [state, []]
      return [{ ...paceOf(state), is: 'ready' }, [...leave(state), { do: 'show', at: 0 }]]
    case 'jumped':
      return jump(state, within(state.length, event.to), event.now)
    case 'speedChosen':
      return changePace(state, { speed: event.speed }, event.now)
    case 'rateChosen':
      return changePace(state, { rate: event.rate }, event.now)
    case 'ticked':
      return tick(state, event.now)
  }
}

/** Leaving a state cancels its timers. */
const leave = (state: Playback): PlaybackEffect[] => (state.is === 'playing' ? [stopTicking] : [])

function load(state: Playback, { length, at = 0, rate }: Extract<PlaybackEvent, { on: 'loaded' }>): Step {
  const pace: Pace = { speed: state.speed, rate: rate ?? usualRate(length), length: Math.max(0, length) }
  const from = within(pace.length, at)
  const next: Playback =
    from === 0
      ? { ...pace, is: 'ready' }
      : from >= pace.length
        ? { ...pace, is: 'finished' }
        : { ...pace, is: 'paused', at: from }
  return [next, [...leave(state), { do: 'show', at: from }]]
}

function play(state: Playback, now: number): Step {
  if (state.is === 'playing' || state.is === 'reset' || state.length <= 0) return [state, []]
  // From the end it begins anew.
  const at = state.is === 'paused' ? state.at : 0
  return [{ ...paceOf(state), is: 'playing', at, since: now }, [startTicking, { do: 'show', at }]]
}

/** Comes to rest somewhere. */
function settle(state: Playback, at: number): Step {
  const next: Playback =
    at >= state.length ? { ...paceOf(state), is: 'finished' } : { ...paceOf(state), is: 'paused', at }
  return [next, [...leave(state), { do: 'show', at }]]
}

function jump(state: Playback, to: number, now: number): Step {
  if (state.is === 'reset' || state.length <= 0) return [state, []]
  if (state.is === 'playing' && to < state.length)
    return [{ ...state, at: to, since: now }, [{ do: 'show', at: to }]]
  if (to === 0 && state.is !== 'playing') return [{ ...paceOf(state), is: 'ready' }, [{ do: 'show', at: 0 }]]
  return settle(state, to)
}

/** The place where it is stays; from now on it goes on at another pace. */
function changePace(state: Playback, change: Partial<Pick<Pace, 'speed' | 'rate'>>, now: number): Step {
  if (state.is !== 'playing') return [{ ...state, ...change }, []]
  return [{ ...state, at: playedTo(state, now), since: now, ...change }, []]
}

function tick(state: Playback, now: number): Step {
  if (state.is !== 'playing') return [state, []]
  const at = playedTo(state, now)
  const rest = state.length - at
  // What the next tick would end is ended: the last moment of a track is not waited for.
  if (at >= state.length * DONE_SHARE && rest <= TICK_MS * state.speed * state.rate)
    return [{ ...paceOf(state), is: 'finished' }, [stopTicking, { do: 'show', at: state.length }]]
  return [state, [{ do: 'show', at }]]
}
