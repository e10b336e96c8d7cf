// The two clocks: playing, seeking, apart and together, live and fixed.
import { describe, expect, test } from 'vitest'
import {
  clockAt,
  happenedAt,
  knownBy,
  type ReplayClock,
  type ReplayClockEvent,
  replaySpeeds,
  stepReplay,
} from '../../../src/domain/replay/replay-clock.ts'

const span = { from: 1_000_000, to: 2_000_000 }
const fixed = clockAt({ ...span, mode: 'fixed', at: 1_200_000 })
const live = clockAt({ ...span, mode: 'live', at: span.to })
const led = (clock: ReplayClock, ...events: ReplayClockEvent[]) =>
  events.reduce((state, event) => stepReplay(state, event)[0], clock)

describe('playing', () => {
  test.each(replaySpeeds)('at %i times the time that passed', speed => {
    const playing = led(fixed, { on: 'speedChosen', speed, now: 0 }, { on: 'played', now: 10 })
    expect(happenedAt(playing, 1_010)).toBe(1_200_000 + 1_000 * speed)
  })

  test('another speed goes on from where it is', () => {
    const playing = led(fixed, { on: 'played', now: 0 }, { on: 'speedChosen', speed: 60, now: 5_000 })
    expect(happenedAt(playing, 6_000)).toBe(1_200_000 + 5_000 + 60_000)
  })

  test('ends at the end, stops its timer there, and begins anew', () => {
    const playing = led(fixed, { on: 'speedChosen', speed: 60, now: 0 }, { on: 'played', now: 0 })
    expect(happenedAt(playing, 1e9)).toBe(span.to)
    const [ended, effects] = stepReplay(playing, { on: 'ticked', now: 1e9 })
    expect(effects).toEqual([{ do: 'cancelTimer', timer: 'tick' }])
    expect(ended).toMatchObject({ at: span.to, since: undefined })
    expect(led(ended, { on: 'toggled', now: 1e9 })).toMatchObject({ at: span.from, since: 1e9 })
  })

  test('seeking while it plays goes on playing from there, and never leaves the span', () => {
    const playing = led(fixed, { on: 'played', now: 0 }, { on: 'soughtTo', at: 1_500_000, now: 4_000 })
    expect(happenedAt(playing, 5_000)).toBe(1_501_000)
    expect(led(fixed, { on: 'soughtTo', at: 9e9, now: 0 }).at).toBe(span.to)
    expect(led(fixed, { on: 'jumpedBy', ms: -9e9, now: 0 }).at).toBe(span.from)
  })
})

describe('two clocks', () => {
  test('go together until one is moved, then keep their distance', () => {
    expect(knownBy(fixed, 0)).toBe(1_200_000)
    const apart = led(fixed, { on: 'knownSoughtTo', at: 1_370_000, now: 0 })
    expect(knownBy(apart, 0)).toBe(1_370_000)
    expect(happenedAt(apart, 0)).toBe(1_200_000)
    const moved = led(apart, { on: 'soughtTo', at: 1_300_000, now: 0 })
    expect(knownBy(moved, 0)).toBe(1_470_000)
    expect(knownBy(led(moved, { on: 'joined', now: 0 }), 0)).toBe(1_300_000)
  })

  test('what was known may be looked at earlier, too, while it plays', () => {
    const playing = led(fixed, { on: 'played', now: 0 }, { on: 'knownSoughtTo', at: 1_100_000, now: 1_000 })
    expect(knownBy(playing, 2_000) - happenedAt(playing, 2_000)).toBe(-101_000)
    expect(happenedAt(playing, 2_000)).toBe(1_202_000)
  })
})

describe('live', () => {
  test('goes along with now as long as nobody looks back', () => {
    const later = led(live, { on: 'spanMoved', from: 1_500_000, to: 2_500_000, now: 0 })
    expect(later).toMatchObject({ mode: 'live', at: 2_500_000 })
  })

  test.each<ReplayClockEvent>([
    { on: 'soughtTo', at: 1_800_000, now: 0 },
    { on: 'jumpedBy', ms: -200_000, now: 0 },
    { on: 'played', now: 0 },
    { on: 'knownSoughtTo', at: 1_800_000, now: 0 },
  ])('is left by $on, and no new span moves the clock then', event => {
    const past = led(live, event)
    expect(past.mode).toBe('fixed')
    const later = led(past, { on: 'spanMoved', from: 1_000_000, to: 2_500_000, now: 0 })
    expect(later).toMatchObject({ mode: 'fixed', at: past.at })
  })

  test('is entered again with both clocks at now', () => {
    const back = led(
      live,
      { on: 'knownSoughtTo', at: 1_800_000, now: 0 },
      { on: 'soughtTo', at: 1_700_000, now: 0 },
      { on: 'wentLive', now: 0 },
    )
    expect(back).toMatchObject({ mode: 'live', at: span.to, lagMs: 0, since: undefined })
  })
})
