// Plays the tracks of a recording together: one clock, and elements that are held to it.
import type { RecordingTrack } from '../../contract/endpoints/recording.ts'
import {
  atBeginning,
  correctionOf,
  MOST_DRIFT_MS,
  type Playing,
  type PlayingEvent,
  type PlayingRate,
  placeAt,
  stepPlaying,
} from '../../domain/recordings/playing.ts'
import { createStore } from '../../platform/store.ts'

const TEND_MS = 100
/** One picture of a call (real-time specification, section 9: 24 a second). */
const FRAME_MS = 1000 / 24
/** The last pictures of a track need no more than themselves. */
const END_MS = 400

export interface PlayerState {
  playing: Playing
  at: number
  /** Tracks that cannot be played here. */
  broken: ReadonlySet<number>
}

export interface RecordingPlayer {
  read: () => PlayerState
  subscribe: (listener: () => void) => () => void
  /** Where a track is shown or heard; null takes it off. */
  attach: (trackId: number, element: HTMLMediaElement | null) => void
  toggle: () => void
  go: (to: number) => void
  /** So many milliseconds on, or back. */
  skip: (by: number) => void
  frame: (by: 1 | -1) => void
  rate: (rate: PlayingRate) => void
  setVolume: (percent: number) => void
  stop: () => void
}

export function createRecordingPlayer(
  tracks: readonly RecordingTrack[],
  lengthMs: number,
  now: () => number = () => performance.now(),
): RecordingPlayer {
  const store = createStore<PlayerState>({ playing: atBeginning(lengthMs), at: 0, broken: new Set() })
  const elements = new Map<number, HTMLMediaElement>()
  const byId = new Map(tracks.map(track => [track.id, track]))
  let volume = 1

  /** Given what makes the event for the clock's time. */
  const send = (made: (now: number) => PlayingEvent) => {
    const { playing, broken } = store.read()
    const at = now()
    const next = stepPlaying(playing, made(at))
    store.become({ playing: next, at: placeAt(next, at), broken })
  }
  const isWithin = ({ beginMs, durationMs }: RecordingTrack, at: number) =>
    at >= beginMs && at < beginMs + durationMs
  const hold = () => {
    const { playing, at, broken } = store.read()
    let waiting = false
    for (const [id, element] of elements) {
      const track = byId.get(id)
      if (!track || broken.has(id)) continue
      const runs = playing.on && !playing.waiting && isWithin(track, at)
      const wanted = Math.min(Math.max(0, at - track.beginMs), Math.max(0, track.durationMs - 1)) / 1000
      keep(element, wanted, runs, playing.rate)
      const left = track.durationMs - (at - track.beginMs)
      if (playing.on && isWithin(track, at) && left > END_MS && element.readyState < element.HAVE_FUTURE_DATA)
        waiting = true
    }
    if (waiting !== playing.waiting) send(now => ({ on: 'waiting', waiting, now }))
  }
  /** Has one element where the clock wants it. */
  const keep = (element: HTMLMediaElement, wanted: number, runs: boolean, rate: number) => {
    if (element.seeking || element.readyState < element.HAVE_METADATA) return
    const aheadMs = (element.currentTime - wanted) * 1000
    if (!runs) {
      if (!element.paused) element.pause()
      if (Math.abs(aheadMs) > 1) element.currentTime = wanted
      return
    }
    if (element.paused) {
      if (Math.abs(aheadMs) > MOST_DRIFT_MS) element.currentTime = wanted
      element.playbackRate = rate
      element.play().catch(() => {})
      return
    }
    const correction = correctionOf(aheadMs, rate)
    if (correction.do === 'leap') element.currentTime = wanted
    element.playbackRate = correction.do === 'pace' ? correction.rate : rate
  }
  const tend = () => {
    const { playing } = store.read()
    if (playing.on) send(now => ({ on: 'ticked', now }))
    hold()
  }
  const timer = setInterval(tend, TEND_MS)
  const then = (made: (now: number) => PlayingEvent) => {
    send(made)
    hold()
  }
  return {
    read: store.read,
    subscribe: store.subscribe,
    attach(trackId, element) {
      if (!element) return void elements.delete(trackId)
      elements.set(trackId, element)
      element.volume = volume
      element.onerror = () => {
        const { broken, ...state } = store.read()
        store.become({ ...state, broken: new Set([...broken, trackId]) })
      }
      hold()
    },
    toggle: () => then(now => ({ on: store.read().playing.on ? 'pause' : 'play', now })),
    go: to => then(now => ({ on: 'went', to, now })),
    skip: by => then(at => ({ on: 'went', to: placeAt(store.read().playing, at) + by, now: at })),
    frame: by => then(now => ({ on: 'stepped', by: by * FRAME_MS, now })),
    rate: rate => then(now => ({ on: 'rate', rate, now })),
    setVolume(percent) {
      volume = Math.min(1, Math.max(0, percent / 100))
      for (const element of elements.values()) element.volume = volume
    },
    stop() {
      clearInterval(timer)
      for (const element of elements.values()) element.pause()
    },
  }
}
