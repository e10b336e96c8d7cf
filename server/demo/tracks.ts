// A week of tracks for some of those who wear a device: walks with stops, nights without a word, and now and then a
// position that cannot be. Written as packed hours, which takes a tenth of a second.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { metresBetween, type Place as Point, placeAt } from '../../src/domain/geo/geo.ts'
import { type TrackPoint, trackOf } from '../../src/domain/track/columns.ts'
import type { Sql } from '../db/scoped.ts'
import { savePackedHours } from '../modules/tracks/hours.ts'
import { hourOf } from '../modules/tracks/read-track.ts'
import { equipment } from './equipment.ts'
import type { DemoDevice } from './fleet.ts'
import { type Place, places } from './places.ts'
import { type Chance, chanceOf } from './random.ts'

export const TRACK_DAYS = 7
/** Of each company; those who are watched closest come first. */
const WALKERS = 5
/** The three places keep the time of China. */
const ZONE_MS = 8 * HOUR_MS
const WALKING_MS = 10_000
const STANDING_MS = MINUTE_MS

/** When a day begins and ends, in minutes, how far one goes, and how fast. */
interface Habit {
  from: number
  until: number
  /** Metres to the east and to the north of the middle of the place, the first being where the day begins. */
  spots: readonly (readonly [number, number])[]
  /** Metres a second. */
  pace: number
}

const habits: Record<Place['key'], Habit> = {
  community: {
    from: 6 * 60 + 30,
    until: 21 * 60 + 30,
    spots: [
      [-100, -35],
      [140, 60],
      [60, 210],
      [-210, 150],
      [320, -120],
      [620, 340],
      [-60, 90],
    ],
    pace: 1.2,
  },
  site: {
    from: 6 * 60 + 50,
    until: 19 * 60,
    spots: [
      [-120, -90],
      [-40, 20],
      [45, 38],
      [95, -60],
      [10, 110],
      [-85, 70],
      [130, 40],
    ],
    pace: 1.1,
  },
  campus: {
    from: 6 * 60 + 40,
    until: 22 * 60,
    spots: [
      [-180, 120],
      [40, 60],
      [110, -30],
      [-30, -140],
      [200, 90],
      [0, 30],
      [-110, -60],
    ],
    pace: 1.4,
  },
}

/** Writes the tracks of some devices of each place, in place of the plain positions that they had. */
export async function seedTracks(sql: Sql, devices: readonly DemoDevice[], now: number): Promise<void> {
  const walkers = places.flatMap(place => walkersOf(devices, place).map(device => ({ device, place })))
  const ids = walkers.map(({ device }) => device.id)
  await sql.change('delete from position where device_id = any($1)', [ids])
  for (const { device, place } of walkers) {
    const points = walk(device, place, now)
    const last = points.at(-1)
    if (!last) continue
    await savePackedHours(sql, hoursOf(device, points))
    await sql.change(
      `update device_state set latitude = $2, longitude = $3, position_at = $4, accuracy = $5, position_source = 'gps'
       where device_id = $1`,
      [device.id, last.latitude, last.longitude, last.at, last.accuracy],
    )
  }
}

function walkersOf(devices: readonly DemoDevice[], place: Place): DemoDevice[] {
  const here = devices.filter(
    device =>
      equipment[device.kind].worn &&
      device.lastMessageAt !== null &&
      metresBetween(device, place.middle) < 5_000,
  )
  const rank = (device: DemoDevice) =>
    (device.kind === 'ankleBracelet' ? 0 : 2) + (device.state === 'online' ? 0 : 1)
  return here.sort((a, b) => rank(a) - rank(b) || a.id - b.id).slice(0, WALKERS)
}

function hoursOf({ id, tenantId }: DemoDevice, points: readonly TrackPoint[]) {
  const hours = new Map<number, TrackPoint[]>()
  for (const point of points) {
    const hour = hourOf(point.at)
    const known = hours.get(hour)
    if (known) known.push(point)
    else hours.set(hour, [point])
  }
  return [...hours].map(([hour, some]) => ({
    tenant_id: tenantId,
    device_id: id,
    hour,
    track: trackOf(some),
  }))
}

function walk(device: DemoDevice, place: Place, now: number): TrackPoint[] {
  const until = Math.min(now, device.lastMessageAt ?? now)
  const today = Math.floor((now + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS
  const chance = chanceOf(device.id * 613 + 29)
  return Array.from({ length: TRACK_DAYS }, (_, ago) =>
    dayOf(device, place, today - (TRACK_DAYS - 1 - ago) * DAY_MS, chance),
  )
    .flat()
    .filter(({ at }) => at <= until)
}

/** One day: from spot to spot, staying at each. */
function dayOf(device: DemoDevice, place: Place, midnight: number, chance: Chance): TrackPoint[] {
  const { from, until, spots, pace } = habits[place.key]
  const home = spots[0] ?? [0, 0]
  const spread = (at: readonly [number, number]): Point =>
    placeAt(place.middle, at[0] + (device.id % 7) * 6, at[1] + (device.id % 5) * 6)
  const points: TrackPoint[] = []
  const end = midnight + (until + chance.whole(-25, 20)) * MINUTE_MS
  let at = midnight + (from + chance.whole(-15, 25)) * MINUTE_MS
  let here = spread(home)
  const say = (where: Point, off: number) => {
    const angle = chance.next() * 2 * Math.PI
    const shaken = placeAt(
      where,
      Math.cos(angle) * off * chance.next(),
      Math.sin(angle) * off * chance.next(),
    )
    points.push({
      at,
      latitude: Math.round(shaken.latitude * 1e6) / 1e6,
      longitude: Math.round(shaken.longitude * 1e6) / 1e6,
      accuracy: chance.whole(3, 12),
      source: chance.happens(0.06) ? 'wifi' : 'gps',
    })
  }
  // A device that lost its satellites for a while: once a day or so.
  const silentFrom = midnight + chance.whole(10 * 60, 16 * 60) * MINUTE_MS
  const silentFor = chance.happens(0.6) ? chance.whole(14, 55) * MINUTE_MS : 0
  const jumpAt = chance.happens(0.4) ? midnight + chance.whole(9 * 60, 18 * 60) * MINUTE_MS : 0
  let jumped = false
  while (at < end) {
    const stay = at + chance.whole(6, 70) * MINUTE_MS
    for (; at < stay && at < end; at += STANDING_MS) if (!silent()) say(here, 6)
    const there = spread(chance.pick(spots))
    const bend = placeAt(middleOf(here, there), chance.whole(-30, 30), chance.whole(-30, 30))
    for (const corner of [bend, there]) here = stride(here, corner)
  }
  return points

  function silent(): boolean {
    return silentFor > 0 && at >= silentFrom && at < silentFrom + silentFor
  }

  /** Walks straight to a corner, a position every ten seconds; answers where it ended. */
  function stride(start: Point, corner: Point): Point {
    const metres = metresBetween(start, corner)
    const takes = (metres / pace) * 1000
    for (let gone = WALKING_MS; gone < takes && at < end; gone += WALKING_MS) {
      at += WALKING_MS
      if (silent()) continue
      const share = gone / takes
      const where = {
        latitude: start.latitude + (corner.latitude - start.latitude) * share,
        longitude: start.longitude + (corner.longitude - start.longitude) * share,
      }
      // A reflection off a tall house: one position kilometres away.
      const leaps = jumpAt > 0 && !jumped && at >= jumpAt
      jumped ||= leaps
      say(leaps ? placeAt(where, chance.whole(1800, 3200), chance.whole(-2600, -900)) : where, 4)
    }
    return corner
  }
}

const middleOf = (a: Point, b: Point): Point => ({
  latitude: (a.latitude + b.latitude) / 2,
  longitude: (a.longitude + b.longitude) / 2,
})
