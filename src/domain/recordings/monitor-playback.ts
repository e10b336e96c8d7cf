// Playing what several cameras have recorded on one clock: a pure step. Where the playing has got to is a function of the clock's
// time, so that players which are ahead or behind are corrected to it and never to each other.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { Stretch } from './stretches.ts'

/** Cameras on one clock at once (console specification, section 5). */
export const MOST_LANES = 6
export const monitorSpeeds = [0.5, 1, 2, 4] as const
export type MonitorSpeed = (typeof monitorSpeeds)[number]
/** What the timeline shows at once. */
export const zooms = [10 * MINUTE_MS, HOUR_MS, DAY_MS] as const
export type Zoom = (typeof zooms)[number]

export const BEFORE_ALARM_MS = 30_000
export const FRAME_MS = 40
/** A clip of more is an export of a day, not of something that happened. */
export const MOST_CLIP_MS = 2 * HOUR_MS
const TICK_MS = 100
/** Where the clock stands in the window while it runs: what is coming is worth more than what was. */
const AHEAD = 0.75

export interface Playing {
  /** What the timeline shows. */
  from: number
  zoom: Zoom
  /** Where the clock stood, and since when it runs. */
  at: number
  since: number | undefined
  speed: MonitorSpeed
  /** What a clip is to have; the end is open while somebody chooses it. */
  clip: { from: number; to: number | undefined } | undefined
  /** Where any camera has pictures, rising and apart from each other. */
  recorded: readonly Stretch[]
  /** Nothing is later. */
  latest: number
}

/** What happened; `now` is the clock in milliseconds, from any beginning, never going back. */
export type PlayingEvent =
  | { on: 'found'; recorded: readonly Stretch[]; latest: number; now: number }
  | { on: 'toggled'; now: number }
  | { on: 'paused'; now: number }
  | { on: 'soughtTo'; at: number; now: number }
  | { on: 'steppedFrames'; by: 1 | -1; now: number }
  | { on: 'jumpedBy'; ms: number; now: number }
  | { on: 'speedChosen'; speed: MonitorSpeed; now: number }
  | { on: 'zoomChosen'; zoom: Zoom; now: number }
  /** To the next or the one before, around a moment that stays where it is. */
  | { on: 'zoomedBy'; by: 1 | -1; around: number; now: number }
  | { on: 'panned'; ms: number; now: number }
  /** Half a minute before something happened. */
  | { on: 'alarmChosen'; at: number; now: number }
  | { on: 'clipBegun'; now: number }
  | { on: 'clipEnded'; now: number }
  | { on: 'clipCleared'; now: number }
  | { on: 'ticked'; now: number }

export type PlayingEffect =
  | { do: 'startTimer'; timer: 'tick'; everyMs: number }
  | { do: 'cancelTimer'; timer: 'tick' }
  /** The pictures are those of another moment now: players go there at once. */
  | { do: 'seek'; at: number }

type Step = [Playing, readonly PlayingEffect[]]

/** The clock at a moment, with an hour around it in sight. */
export function playingAt(at: number, latest: number): Playing {
  const zoom = HOUR_MS
  return {
    from: at - zoom * AHEAD,
    zoom,
    at,
    since: undefined,
    speed: 1,
    clip: undefined,
    recorded: [],
    latest,
  }
}

/** Where the clock is when it shows `now`. */
export function playedTo({ at, since, speed, latest }: Playing, now: number): number {
  return since === undefined ? at : Math.min(latest, at + Math.max(0, now - since) * speed)
}

const start: PlayingEffect = { do: 'startTimer', timer: 'tick', everyMs: TICK_MS }
const stop: PlayingEffect = { do: 'cancelTimer', timer: 'tick' }

export function stepPlaying(state: Playing, event: PlayingEvent): Step {
  switch (event.on) {
    case 'found':
      return [{ ...state, recorded: event.recorded, latest: event.latest }, []]
    case 'toggled':
      return state.since === undefined ? play(state, event.now) : pause(state, event.now)
    case 'paused':
      return pause(state, event.now)
    case 'soughtTo':
      return seek(state, event.at, event.now)
    case 'jumpedBy':
      return seek(state, playedTo(state, event.now) + event.ms, event.now)
    case 'steppedFrames': {
      const [still, effects] = pause(state, event.now)
      const [next, sought] = seek(still, still.at + event.by * FRAME_MS, event.now)
      return [next, [...effects, ...sought]]
    }
    case 'speedChosen': {
      const at = playedTo(state, event.now)
      return [
        { ...state, at, speed: event.speed, ...(state.since !== undefined && { since: event.now }) },
        [],
      ]
    }
    case 'zoomChosen':
      return [zoomed(state, event.zoom, playedTo(state, event.now)), []]
    case 'zoomedBy': {
      const zoom = zooms[zooms.indexOf(state.zoom) + event.by]
      return [zoom === undefined ? state : zoomed(state, zoom, event.around), []]
    }
    case 'panned':
      return [withFrom(state, state.from + event.ms), []]
    case 'alarmChosen': {
      const [next, effects] = seek(state, event.at - BEFORE_ALARM_MS, event.now)
      const still: Step = [next, []]
      const [playing, begun] = next.since === undefined ? play(next, event.now) : still
      return [playing, [...effects, ...begun]]
    }
    case 'clipBegun':
      return [{ ...state, clip: { from: playedTo(state, event.now), to: undefined } }, []]
    case 'clipEnded':
      return [clipEnded(state, playedTo(state, event.now)), []]
    case 'clipCleared':
      return [{ ...state, clip: undefined }, []]
    case 'ticked':
      return tick(state, event.now)
  }
}

function play(state: Playing, now: number): Step {
  if (state.at >= state.latest) return [state, []]
  return [inSight({ ...state, since: now }, state.at), [start]]
}

function pause(state: Playing, now: number): Step {
  if (state.since === undefined) return [state, []]
  const at = playedTo(state, now)
  return [{ ...state, at, since: undefined }, [stop, { do: 'seek', at }]]
}

function seek(state: Playing, to: number, now: number): Step {
  const at = Math.max(0, Math.min(state.latest, to))
  const next = inSight({ ...state, at, ...(state.since !== undefined && { since: now }) }, at)
  return [next, [{ do: 'seek', at }]]
}

/** Nobody waits through hours in which no camera has a picture: the clock goes on where the next one begins. */
function tick(state: Playing, now: number): Step {
  if (state.since === undefined) return [state, []]
  const at = playedTo(state, now)
  if (at >= state.latest)
    return [{ ...state, at: state.latest, since: undefined }, [stop, { do: 'seek', at: state.latest }]]
  if (!state.recorded.some(({ from, to }) => from <= at && at < to)) {
    const next = state.recorded.find(({ from }) => from > at)
    if (next) return seek(state, next.from, now)
  }
  return [{ ...followed(state, at), at, since: now }, []]
}

/** The window goes along once the clock has come to its last quarter, unless somebody looks elsewhere. */
function followed(state: Playing, at: number): Playing {
  const watched = state.at >= state.from && state.at <= state.from + state.zoom
  return watched && at > state.from + state.zoom * AHEAD ? withFrom(state, at - state.zoom * AHEAD) : state
}

function inSight(state: Playing, at: number): Playing {
  return at >= state.from && at <= state.from + state.zoom ? state : withFrom(state, at - state.zoom / 2)
}

const withFrom = (state: Playing, from: number): Playing => ({
  ...state,
  // A window with nothing but the future in it shows nothing.
  from: Math.max(0, Math.min(from, state.latest - state.zoom / 10)),
})

/** The moment `around` stays at the same place of the window. */
function zoomed(state: Playing, zoom: Zoom, around: number): Playing {
  const share = Math.max(0, Math.min(1, (around - state.from) / state.zoom))
  return withFrom({ ...state, zoom }, around - share * zoom)
}

/** Chosen backwards it is the same clip. */
function clipEnded(state: Playing, at: number): Playing {
  const { clip } = state
  if (!clip) return state
  const [from, to] = at < clip.from ? [at, clip.from] : [clip.from, at]
  return { ...state, clip: from === to ? undefined : { from, to: Math.min(to, from + MOST_CLIP_MS) } }
}

/** Players that are further off than this are corrected; those beyond the second go there at once. */
export const DRIFT_MS = 80
const SEEK_MS = 1_000

/** What brings a player to where the clock is: nothing, another pace for a while, or a jump. */
export function correctionOf(isMs: number, wantedMs: number, speed: number): { rate: number; jump: boolean } {
  const behind = wantedMs - isMs
  if (Math.abs(behind) > SEEK_MS) return { rate: speed, jump: true }
  if (Math.abs(behind) <= DRIFT_MS) return { rate: speed, jump: false }
  return { rate: speed * (behind > 0 ? 1.1 : 0.9), jump: false }
}
