// The clock that several tracks are held to, and what is done with one that is elsewhere.
import { describe, expect, it } from 'vitest'
import {
  atBeginning,
  correctionOf,
  isThere,
  MOST_DRIFT_MS,
  type PlayingEvent,
  placeAt,
  speakerAt,
  stepPlaying,
} from '../../../src/domain/recordings/playing.ts'

const walk = (...events: PlayingEvent[]) => events.reduce(stepPlaying, atBeginning(60_000))

describe('the clock of a player', () => {
  it('goes on while it plays, at its speed, and stands while it does not', () => {
    expect(placeAt(walk({ on: 'play', now: 1_000 }), 3_000)).toBe(2_000)
    expect(placeAt(walk({ on: 'play', now: 0 }, { on: 'rate', rate: 2, now: 1_000 }), 2_000)).toBe(3_000)
    expect(placeAt(walk({ on: 'play', now: 0 }, { on: 'pause', now: 500 }), 9_000)).toBe(500)
  })

  it('waits for what has nothing to show yet, and loses no time by it', () => {
    const waiting = walk({ on: 'play', now: 0 }, { on: 'waiting', waiting: true, now: 1_000 })
    expect(placeAt(waiting, 5_000)).toBe(1_000)
    expect(placeAt(stepPlaying(waiting, { on: 'waiting', waiting: false, now: 5_000 }), 6_000)).toBe(2_000)
  })

  it('never leaves the recording, stops at its end and begins anew from there', () => {
    expect(walk({ on: 'went', to: -5, now: 0 }).at).toBe(0)
    expect(walk({ on: 'went', to: 90_000, now: 0 }).at).toBe(60_000)
    const ended = walk({ on: 'play', now: 0 }, { on: 'ticked', now: 61_000 })
    expect(ended).toMatchObject({ on: false, at: 60_000 })
    expect(stepPlaying(ended, { on: 'play', now: 70_000 })).toMatchObject({ on: true, at: 0 })
  })

  it('stops for single pictures', () => {
    const stepped = walk({ on: 'play', now: 0 }, { on: 'stepped', by: 40, now: 1_000 })
    expect(stepped).toMatchObject({ on: false, at: 1_040 })
  })
})

describe('a track beside the clock', () => {
  it('is left alone within what nobody notices', () => {
    expect(correctionOf(MOST_DRIFT_MS, 1)).toEqual({ do: 'nothing' })
    expect(correctionOf(-MOST_DRIFT_MS, 1)).toEqual({ do: 'nothing' })
  })

  it('catches up or waits by its pace, and leaps where that would take too long', () => {
    expect(correctionOf(120, 1)).toEqual({ do: 'pace', rate: 0.92 })
    expect(correctionOf(-120, 2)).toEqual({ do: 'pace', rate: 2.16 })
    expect(correctionOf(900, 1)).toEqual({ do: 'leap' })
  })

  it('is there within its spans, and a little longer', () => {
    const track = { spans: [{ fromMs: 1_000, toMs: 2_000 }] }
    expect([500, 1_000, 2_900, 3_100].map(at => isThere(track, at))).toEqual([false, true, true, false])
  })

  it('is shown large of whoever spoke last', () => {
    const marks = [
      { kind: 'join', atMs: 0, untilMs: null, whose: 'a' },
      { kind: 'speaker', atMs: 1_000, untilMs: 2_000, whose: 'a' },
      { kind: 'speaker', atMs: 3_000, untilMs: 4_000, whose: 'b' },
    ]
    expect([500, 2_500, 9_000].map(at => speakerAt(marks, at))).toEqual([undefined, 'a', 'b'])
  })
})
