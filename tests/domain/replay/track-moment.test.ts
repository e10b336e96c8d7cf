// Places at a moment: the last one measured, never one in between; what came late was not known on the way.
import { describe, expect, test } from 'vitest'
import {
  knownPlaceAt,
  type LateRun,
  placeAt,
  pointKnownAt,
  thinTrack,
} from '../../../src/domain/replay/track-moment.ts'
import { trackOf } from '../../../src/domain/track/columns.ts'
import { gapsOf } from '../../../src/domain/track/measures.ts'

const MINUTE = 60_000
/** A point a minute, a silence from 10 to 40, and points again. */
const times = [...Array.from({ length: 11 }, (_, n) => n), ...Array.from({ length: 11 }, (_, n) => n + 40)]
const track = {
  ...trackOf(times.map(n => ({ at: n * MINUTE, longitude: 110 + n / 1_000, latitude: 20 }))),
  gapMs: 5 * MINUTE,
}

describe('where it was', () => {
  test('is the last point that was measured, with its age', () => {
    expect(placeAt(track, 3 * MINUTE + 20_000)).toEqual({
      place: { longitude: 110.003, latitude: 20 },
      at: 3 * MINUTE,
      ageMs: 20_000,
      isOld: false,
    })
  })

  test('is not made up over a gap: the place stays and becomes old', () => {
    const within = placeAt(track, 25 * MINUTE)
    expect(within).toMatchObject({ at: 10 * MINUTE, ageMs: 15 * MINUTE, isOld: true })
    expect(within?.place.longitude).toBe(110.01)
  })

  test('is nothing before the first point', () => {
    expect(placeAt(track, -1)).toBeUndefined()
  })
})

describe('where it was thought to be', () => {
  const runs: LateRun[] = [{ from: 4 * MINUTE, to: 10 * MINUTE, receivedAt: 45 * MINUTE }]

  test('is the last place that had arrived', () => {
    expect(knownPlaceAt(track, runs, 8 * MINUTE, 8 * MINUTE)).toMatchObject({
      at: 3 * MINUTE,
      ageMs: 5 * MINUTE,
      isOld: false,
    })
    expect(knownPlaceAt(track, runs, 30 * MINUTE, 30 * MINUTE)).toMatchObject({ at: 3 * MINUTE, isOld: true })
  })

  test('becomes the true one once the rest has arrived', () => {
    expect(knownPlaceAt(track, runs, 8 * MINUTE, 44 * MINUTE)?.at).toBe(3 * MINUTE)
    expect(knownPlaceAt(track, runs, 8 * MINUTE, 45 * MINUTE)).toEqual(placeAt(track, 8 * MINUTE))
  })

  test('is nothing where all that there was came late', () => {
    expect(
      knownPlaceAt(track, [{ from: 0, to: 10 * MINUTE, receivedAt: MINUTE * 60 }], 5 * MINUTE, 6 * MINUTE),
    ).toBeUndefined()
  })

  test('of two arrivals of one point the first counts', () => {
    expect(
      pointKnownAt([...runs, { from: 5 * MINUTE, to: 6 * MINUTE, receivedAt: 12 * MINUTE }], 5 * MINUTE),
    ).toBe(12 * MINUTE)
    expect(pointKnownAt(runs, 2 * MINUTE)).toBe(2 * MINUTE)
  })
})

describe('a thinned track', () => {
  const walk = Array.from({ length: 20_000 }, (_, n) => ({
    at: n * 1_000 + (n >= 12_000 ? 3_600_000 : 0),
    longitude: 110 + Math.sin(n / 300) / 100 + (n === 7_777 ? 0.2 : 0),
    latitude: 20 + Math.cos(n / 500) / 100 - (n === 15_001 ? 0.3 : 0),
  }))
  const whole = trackOf(walk)
  const thin = thinTrack(whole, 1_000)

  test('is bounded and keeps its outermost points and both of its ends', () => {
    expect(thin.times.length).toBeLessThanOrEqual(1_100)
    for (const degrees of ['longitudes', 'latitudes'] as const) {
      expect(Math.max(...thin[degrees])).toBe(Math.max(...whole[degrees]))
      expect(Math.min(...thin[degrees])).toBe(Math.min(...whole[degrees]))
    }
    expect([thin.times[0], thin.times.at(-1)]).toEqual([whole.times[0], whole.times.at(-1)])
  })

  test('has the same gaps', () => {
    const spans = (from: typeof whole) => gapsOf(from).map(gap => [gap.from, gap.to])
    expect(spans(whole)).toHaveLength(1)
    expect(spans(thin)).toEqual(spans(whole))
  })

  test('a short one stays as it is', () => {
    expect(thinTrack(track, 1_000)).toBe(track)
  })
})
