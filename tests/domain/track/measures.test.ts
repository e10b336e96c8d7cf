// What a track tells: distance and speed, stops, gaps, jumps, the moment between two points, its outline and its clock.
import { describe, expect, test } from 'vitest'
import { chanceOf } from '../../../server/demo/random.ts'
import { placeAt } from '../../../src/domain/geo/geo.ts'
import {
  cutTrack,
  filterTrack,
  joinTracks,
  mergeTracks,
  type TrackPoint,
  trackOf,
} from '../../../src/domain/track/columns.ts'
import { jumpsOf } from '../../../src/domain/track/jumps.ts'
import {
  boundsOfTracks,
  gapMsFor,
  gapsOf,
  stepsOf,
  stopsOf,
  stretchesOf,
  wayOf,
} from '../../../src/domain/track/measures.ts'
import { atMoment, bearing, between } from '../../../src/domain/track/moment.ts'
import { outlineOf } from '../../../src/domain/track/outline.ts'
import { lengthOf, momentAt, playedAt, timelineOf } from '../../../src/domain/track/timeline.ts'
import type { Track } from '../../../src/domain/track/track.ts'

const START = 1_795_000_000_000
const MINUTE = 60_000
const middle = { longitude: 114.06, latitude: 22.54 }

/** Points by seconds and metres east and north of a place. */
const track = (...points: [seconds: number, east: number, north: number, accuracy?: number][]): Track =>
  trackOf(
    points.map(
      ([seconds, east, north, accuracy]): TrackPoint => ({
        at: START + seconds * 1000,
        ...placeAt(middle, east, north),
        accuracy: accuracy ?? null,
      }),
    ),
  )
const line = (from: number, count: number, every: number, metres: number) =>
  Array.from({ length: count }, (_, at): [number, number, number] => [from + at * every, at * metres, 0])

describe('steps and way', () => {
  test('interval, distance and speed to the next point; the last has none', () => {
    const steps = stepsOf(track([0, 0, 0], [10, 30, 40], [20, 30, 40]))
    expect([...steps.intervalTime]).toEqual([10_000, 10_000, 0])
    expect(steps.nextDistance[0]).toBeCloseTo(50, 1)
    expect(steps.nextSpeed[0]).toBeCloseTo(5, 2)
    expect(steps.nextSpeed[2]).toBe(0)
  })
  test('across the antimeridian it is near', () => {
    const steps = stepsOf(
      trackOf([
        { at: 0, longitude: 179.9999, latitude: 0 },
        { at: 1000, longitude: -179.9999, latitude: 0 },
      ]),
    )
    expect(steps.nextDistance[0]).toBeCloseTo(22.2, 0)
  })
  test('neither what trembles in a stop nor a gap is a way', () => {
    const points = track(
      ...line(0, 10, 10, 20),
      ...Array.from({ length: 30 }, (_, at): [number, number, number] => [
        100 + at * 20,
        200 + (at % 2) * 8,
        0,
      ]),
      [100 + 30 * 20 + 3600, 5000, 0],
    )
    const steps = stepsOf(points)
    const stops = stopsOf(points)
    expect(stops).toHaveLength(1)
    const way = wayOf(points, steps, stops)
    expect(way.at(-1)).toBeGreaterThan(150)
    expect(way.at(-1)).toBeLessThan(220)
  })
})

describe('gaps', () => {
  test('a silence of more than ten minutes', () => {
    const points = track([0, 0, 0], [600, 10, 0], [1201, 20, 0], [1300, 30, 0])
    expect(gapsOf(points)).toEqual([{ index: 1, from: START + 600_000, to: START + 1_201_000 }])
    expect(stretchesOf(points)).toEqual([
      { first: 0, last: 1 },
      { first: 2, last: 3 },
    ])
    expect(stretchesOf(track())).toEqual([])
  })
  test('of a device that reports once a day: three reports must be missing', () => {
    const DAY = 86_400
    const daily = {
      ...track([0, 0, 0], [DAY, 50, 0], [2 * DAY, 4000, 0], [6 * DAY, 10, 0]),
      gapMs: gapMsFor(1440),
    }
    expect(gapsOf(daily)).toEqual([{ index: 2, from: START + 2 * DAY * 1000, to: START + 6 * DAY * 1000 }])
    // Whatever is made of it knows so too: cut, filtered, merged, joined.
    const made = [
      cutTrack(daily, 0, 3),
      filterTrack(daily, index => index < 3),
      joinTracks([cutTrack(daily, 0, 3)]),
      mergeTracks(cutTrack(daily, 0, 2), cutTrack(daily, 2, 3)),
    ]
    for (const one of made) expect(gapsOf(one)).toEqual([])
    const steps = stepsOf(daily)
    expect(steps.nextSpeed[1]).toBeCloseTo(3950 / DAY, 3)
    expect(wayOf(daily, steps, [])[2]).toBeCloseTo(4000, -1)
    expect(atMoment(daily, steps, wayOf(daily, steps, []), START + 1.5 * DAY * 1000)).toMatchObject({
      is: 'on',
    })
    expect(timelineOf([daily], true)?.skipped).toHaveLength(1)
    expect([gapMsFor(null), gapMsFor(1), gapMsFor(5)]).toEqual([600_000, 600_000, 900_000])
  })
})

describe('stops', () => {
  const still = (from: number, count: number, every: number, accuracy?: number) =>
    Array.from({ length: count }, (_, at): [number, number, number, number?] => [
      from + at * every,
      (at % 3) * 10,
      (at % 2) * 10,
      accuracy,
    ])
  test.each<[string, Track, number]>([
    ['three minutes within a few metres', track(...still(0, 19, 10)), 1],
    ['a second less', track(...still(0, 18, 10)), 0],
    ['a walk', track(...line(0, 200, 5, 7)), 0],
    [
      'two that stray and come back',
      track(...still(0, 10, 20), [205, 400, 0], [210, 420, 0], ...still(220, 10, 20)),
      1,
    ],
    [
      'places that admit to be off',
      track(
        ...Array.from({ length: 20 }, (_, at): [number, number, number, number] => [
          at * 20,
          (at % 2) * 90,
          0,
          60,
        ]),
      ),
      1,
    ],
    [
      'the same but sure',
      track(
        ...Array.from({ length: 20 }, (_, at): [number, number, number, number] => [
          at * 20,
          (at % 2) * 90,
          0,
          5,
        ]),
      ),
      0,
    ],
    ['a silence in between', track(...still(0, 7, 20), ...still(120 + 700, 7, 20)), 0],
    ['nothing', track(), 0],
  ])('%s', (_, points, count) => {
    expect(stopsOf(points)).toHaveLength(count)
  })
  test('a stop knows when and where', () => {
    const [stop] = stopsOf(
      track(
        ...line(0, 30, 5, 20),
        ...still(1000, 20, 20).map(([at, e, n]): [number, number, number] => [at - 850, e + 2000, n]),
      ),
    )
    expect(stop?.from).toBe(START + 150_000)
    expect(stop?.to).toBe(START + 530_000)
    const steps = stopsOf(track(...line(0, 30, 5, 20)))
    expect(steps).toEqual([])
  })
})

describe('jumps', () => {
  const walk = line(0, 60, 10, 12)
  const marked = (points: Track) => [...jumpsOf(points)].flatMap((jump, index) => (jump ? [index] : []))
  test('a walk has none', () => {
    expect(marked(track(...walk))).toEqual([])
  })
  test('one point kilometres away', () => {
    const points = [...walk]
    points[30] = [300, 3000, 2000]
    expect(marked(track(...points))).toEqual([30])
  })
  test('three in a row, and the first of all', () => {
    const points = [...walk]
    points[20] = [200, 9000, 0]
    points[21] = [210, 9010, 0]
    points[22] = [220, 9020, 0]
    expect(marked(track(...points))).toEqual([20, 21, 22])
    const begin = [...walk]
    begin[0] = [0, 90_000, 0]
    expect(marked(track(...begin))).toEqual([0])
  })
  test('a spike that a car could have driven but not turned in', () => {
    const points = [...walk]
    points[30] = [300, 360, 250]
    expect(marked(track(...points))).toEqual([30])
  })
  test('one that was slow enough to reach but not to leave, in the middle and shortly before the end', () => {
    const away: [number, number, number] = [299, 1800, 1500]
    const points = [...walk.slice(0, 23), away, ...walk.slice(30)]
    expect(marked(track(...points))).toEqual([23])
    expect(marked(track(...points.slice(0, 26)))).toEqual([23])
  })
  test('who was carried away by plane stays there', () => {
    const points = [
      ...line(0, 20, 10, 12),
      ...line(200, 20, 10, 12).map(([at, e]): [number, number, number] => [at, e + 800_000, 0]),
    ]
    expect(marked(track(...points))).toEqual([])
  })
  test('a fast train, a doubtful place and a turn after some minutes are none', () => {
    expect(marked(track(...line(0, 50, 10, 650)))).toEqual([])
    expect(marked(track([0, 0, 0, 10], [10, 1500, 0, 1500], [20, 20, 0, 10]))).toEqual([])
    expect(marked(track([0, 0, 0], [120, 600, 0], [240, 0, 0]))).toEqual([])
  })
})

describe('a moment', () => {
  const points = track([0, 0, 0], [100, 1000, 0], [100 + 3600, 2000, 0], [3800, 2000, 1000])
  const steps = stepsOf(points)
  const way = wayOf(points, steps, [])
  const at = (seconds: number) => atMoment(points, steps, way, START + seconds * 1000)
  test.each([
    [-5, 'before', 0, undefined, 0],
    [0, 'on', 0, 10, 0],
    [50, 'on', 500, 10, 500],
    [100, 'on', 1000, undefined, 1000],
    [101, 'gap', 1000, undefined, 1000],
    [3699, 'gap', 1000, undefined, 1000],
    [3700, 'on', 2000, 10, 1000],
    [3800, 'on', 2000, undefined, 2000],
    [9999, 'after', 2000, undefined, 2000],
  ] as const)('%s s', (seconds, is, east, speed, gone) => {
    const state = at(seconds)
    expect(state?.is).toBe(is)
    expect(state?.at.longitude).toBeCloseTo(placeAt(middle, east, 0).longitude, 5)
    if (speed === undefined) expect(state?.speed).toBeUndefined()
    else expect(state?.speed).toBeCloseTo(speed, 1)
    expect(Math.abs((state?.gone ?? -1) - gone)).toBeLessThan(2)
  })
  test('headings: where it goes, and while it stands where it came from', () => {
    expect(at(50)?.heading).toBeCloseTo(90, 0)
    expect(at(3750)?.heading).toBeCloseTo(0, 0)
    expect(at(3800)?.heading).toBeCloseTo(0, 0)
    expect(bearing({ longitude: 179.9, latitude: 0 }, { longitude: -179.9, latitude: 0 })).toBeCloseTo(90)
  })
  test('fractions of a millisecond and no points at all', () => {
    expect(atMoment(points, steps, way, START + 0.3)?.index).toBe(0)
    expect(atMoment(track(), stepsOf(track()), new Float64Array(0), 5)).toBeUndefined()
    expect(between({ longitude: 179, latitude: 0 }, { longitude: -179, latitude: 2 }, 0.5)).toEqual({
      longitude: -180,
      latitude: 1,
    })
  })
})

describe('the outline', () => {
  test('a straight way needs two points, a corner three, and none is further off than told', () => {
    expect(outlineOf(track(...line(0, 500, 1, 2)), 0, 499)).toHaveLength(4)
    expect(outlineOf(track([0, 0, 0], [1, 50, 0], [2, 100, 0], [3, 100, 100]), 0, 3)).toHaveLength(6)
    const chance = chanceOf(5)
    let [east, north] = [0, 0]
    const wandering = track(
      ...Array.from({ length: 3000 }, (_, at): [number, number, number] => {
        east += chance.next() * 4 - 2
        north += chance.next() * 4 - 2
        return [at, east, north]
      }),
    )
    const short = outlineOf(wandering, 0, 2999, 5)
    expect(short.length / 2).toBeLessThan(1500)
    expect(short[0]).toBeCloseTo(wandering.longitudes[0] ?? 0, 9)
    expect(short.at(-1)).toBeCloseTo(wandering.latitudes.at(-1) ?? 0, 9)
  })
  test('over the antimeridian it does not cross the map', () => {
    const points = trackOf(
      [0, 1, 2].map(at => ({ at, longitude: at < 1 ? 179.99 : -179.99 + at * 0.01, latitude: at })),
    )
    const out = outlineOf(points, 0, 2)
    expect(Math.max(...out) - (out[0] ?? 0)).toBeLessThan(1)
    expect(out[4]).toBeGreaterThan(180)
    expect(outlineOf(points, 1, 1)).toHaveLength(2)
  })
})

describe('the clock of several', () => {
  const early = track(...line(0, 60, 60, 10))
  const late = track(...line(1800, 60, 60, 10), [1800 + 3600 * 5, 0, 0])
  test('from the first point to the last of all; nothing without points', () => {
    expect(timelineOf([early, late, track()], false)).toEqual({
      from: START,
      to: START + (1800 + 18_000) * 1000,
      skipped: [],
    })
    expect(timelineOf([track()], true)).toBeUndefined()
  })
  test('silences of all are skipped, and every moment is found again', () => {
    const timeline = timelineOf([early, late], true)
    if (!timeline) throw new Error('no timeline')
    const last = START + (1800 + 59 * 60) * 1000
    expect(timeline.skipped).toEqual([{ from: last + MINUTE, to: START + 19_800_000 }])
    expect(lengthOf(timeline)).toBe(last + MINUTE - START)
    for (let played = 0; played <= lengthOf(timeline); played += 77_777)
      expect(playedAt(timeline, momentAt(timeline, played))).toBeCloseTo(played, 3)
    expect(playedAt(timeline, last + 2 * MINUTE)).toBe(last + MINUTE - START)
    expect(momentAt(timeline, 1e12)).toBe(timeline.to)
    expect(momentAt(timeline, -5)).toBe(timeline.from)
  })
  test('the box around all of them', () => {
    const box = boundsOfTracks([early, track(), track([0, -500, 800])])
    expect(box?.west).toBeCloseTo(placeAt(middle, -500, 0).longitude, 6)
    expect(box?.north).toBeCloseTo(placeAt(middle, 0, 800).latitude, 6)
    expect(boundsOfTracks([track()])).toBeUndefined()
    const across = boundsOfTracks([
      trackOf([
        { at: 0, longitude: 179, latitude: 0 },
        { at: 1, longitude: -179, latitude: 1 },
      ]),
    ])
    expect(across).toMatchObject({ west: 179, east: -179 })
  })
})
