// A packed track comes back as it was, and what is none is refused.
import { describe, expect, test } from 'vitest'
import { chanceOf } from '../../../server/demo/random.ts'
import {
  blankTrack,
  filterTrack,
  joinTracks,
  mergeTracks,
  trackOf,
  withinPeriod,
} from '../../../src/domain/track/columns.ts'
import {
  packTrack,
  packTrackToText,
  unpackTrack,
  unpackTrackFromText,
} from '../../../src/domain/track/packed-track.ts'
import type { Track } from '../../../src/domain/track/track.ts'

const DAY = 86_400

/** A day of one point a second that wanders. */
function dayTrack(count = DAY): Track {
  const chance = chanceOf(7)
  const track = blankTrack(count)
  let [longitude, latitude] = [114.06, 22.54]
  for (let index = 0; index < count; index++) {
    longitude += (chance.next() - 0.5) * 3e-5
    latitude += (chance.next() - 0.5) * 3e-5
    track.times[index] = 1_795_000_000_000 + index * 1000
    track.longitudes[index] = Math.round(longitude * 1e7) / 1e7
    track.latitudes[index] = Math.round(latitude * 1e7) / 1e7
    track.accuracies[index] = Math.fround(Math.round(chance.next() * 400) / 10)
    track.sources[index] = index % 5000 < 4000 ? 1 : 3
  }
  return track
}

describe('packing', () => {
  test('a day of one point a second comes back as it was, in few bytes', () => {
    const track = dayTrack()
    const bytes = packTrack(track)
    expect(bytes.length).toBeLessThan(700_000)
    expect(unpackTrack(bytes)).toEqual(track)
  })

  test.each<[string, Parameters<typeof trackOf>[0]]>([
    ['nothing', []],
    ['one point', [{ at: 0, longitude: 0, latitude: 0 }]],
    [
      'the corners of the earth',
      [
        { at: 1, longitude: -180, latitude: -90, accuracy: 0.01, source: 'lbs' },
        { at: 2, longitude: 180, latitude: 90, accuracy: 100_000, source: 'uwb' },
        { at: 8_640_000_000_000_000, longitude: 179.9999999, latitude: -89.9999999 },
      ],
    ],
  ])('%s', (_, points) => {
    const track = trackOf(points)
    const back = unpackTrackFromText(packTrackToText(track))
    expect(back.times).toEqual(track.times)
    expect(back.longitudes).toEqual(track.longitudes)
    expect(back.latitudes).toEqual(track.latitudes)
    expect(back.sources).toEqual(track.sources)
    // A tenth of a metre, but what is known stays known.
    for (const [index, metres] of back.accuracies.entries())
      expect(metres).toBeCloseTo(
        Math.max(track.accuracies[index] ?? 0, (track.accuracies[index] ?? 0) > 0 ? 0.1 : 0),
        1,
      )
  })

  test('times that do not rise cannot be packed', () => {
    const track = trackOf([
      { at: 5, longitude: 1, latitude: 1 },
      { at: 6, longitude: 1, latitude: 1 },
    ])
    track.times[1] = 5
    expect(() => packTrack(track)).toThrow(RangeError)
  })
})

describe('what is none is refused, and never hangs', () => {
  const good = packTrack(dayTrack(50))
  test('every shorter piece, and one byte more', () => {
    for (let length = 0; length < good.length; length++)
      expect(() => unpackTrack(good.subarray(0, length))).toThrow(RangeError)
    expect(() => unpackTrack(Uint8Array.from([...good, 0]))).toThrow(RangeError)
  })
  test('every byte turned gives a track or a RangeError', () => {
    for (let at = 0; at < good.length; at++)
      for (const bits of [1, 0x40, 0x80, 0xff]) {
        const bad = Uint8Array.from(good)
        bad[at] = (bad[at] ?? 0) ^ bits
        try {
          const { times, longitudes, latitudes } = unpackTrack(bad)
          expect(longitudes.length).toBe(times.length)
          expect(latitudes.every(value => Math.abs(value) <= 90)).toBe(true)
          expect(times.every((value, index) => index === 0 || value > (times[index - 1] ?? 0))).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }
  })
  test('random bytes', () => {
    const chance = chanceOf(11)
    for (let round = 0; round < 3000; round++) {
      const bytes = Uint8Array.from({ length: chance.whole(0, 40) }, () => chance.whole(0, 255))
      bytes[0] = 1
      bytes[1] = 7
      try {
        unpackTrack(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }
    expect(() => unpackTrackFromText('§§§')).toThrow(RangeError)
    // A count that promises more than there is must not take memory first.
    expect(() => unpackTrack(Uint8Array.from([1, 7, 255, 255, 255, 255, 127]))).toThrow(RangeError)
  })
})

describe('putting together', () => {
  const at = (...times: number[]) =>
    trackOf(times.map(time => ({ at: time, longitude: time / 10, latitude: 1 })))
  test('points out of order and twice: sorted, the first word counts; places off the earth are left out', () => {
    const track = trackOf([
      { at: 30, longitude: 3, latitude: 1 },
      { at: 10, longitude: 1, latitude: 1 },
      { at: 30, longitude: 9, latitude: 9 },
      { at: 20, longitude: 200, latitude: 1 },
      { at: 25, longitude: 2, latitude: Number.NaN },
      { at: Number.NaN, longitude: 2, latitude: 1 },
    ])
    expect([...track.times]).toEqual([10, 30])
    expect([...track.longitudes]).toEqual([1, 3])
  })
  test('merged: where both have a moment the first counts', () => {
    const late = at(15, 20, 40)
    late.longitudes.fill(9)
    const merged = mergeTracks(at(10, 20, 30), late)
    expect([...merged.times]).toEqual([10, 15, 20, 30, 40])
    expect([...merged.longitudes]).toEqual([1, 9, 2, 3, 9])
  })
  test('joined, cut by time, filtered', () => {
    const whole = joinTracks([at(1, 2), at(), at(5, 9)])
    expect([...whole.times]).toEqual([1, 2, 5, 9])
    expect([...withinPeriod(whole, 2, 5).times]).toEqual([2, 5])
    expect([...withinPeriod(whole, 6, 8).times]).toEqual([])
    expect([...filterTrack(whole, index => index !== 1).times]).toEqual([1, 5, 9])
  })
})
