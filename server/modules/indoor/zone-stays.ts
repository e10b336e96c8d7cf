// Who enters and leaves danger zones, for one device: where it was and positions in, entries and ended stays out. Pure.
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { isInside, metresToEdge, type PlanPoint } from '../../../src/domain/indoor/plan.ts'

export interface DangerZone {
  id: number
  tenantId: number
  drawingId: number
  name: string
  corners: readonly PlanPoint[]
  /** Last change of its shape. */
  updatedAt: number
}

export interface IndoorPlace {
  drawingId: number
  x: number
  y: number
  at: number
}

/** A stay inside a zone. `alarm` is the one that leaving ends: its id or, when this run raised it, the entry. */
export interface Stay {
  since: number
  outsideAt: number | null
  alarm: number | ZoneEntry | null
}

export interface ZoneEntry {
  zone: DangerZone
  at: number
  late: boolean
}

export interface ZoneLeaving {
  zone: DangerZone
  at: number
  alarm: number | ZoneEntry
  late: boolean
}

export interface JudgedStays {
  stays: Map<number, Stay>
  entries: ZoneEntry[]
  leavings: ZoneLeaving[]
}

/** Positions jump about near an edge: a device has left when it is this far outside, or outside for this long. */
const CLEAR_METRES = 2
const CLEAR_MS = 30_000

/** A position that comes this long after it was measured was waiting in a buffer of the device. */
const LATE_MS = 10 * MINUTE_MS

export const isIn = (zone: DangerZone, place: IndoorPlace | null) =>
  place !== null && place.drawingId === zone.drawingId && isInside(place.x, place.y, zone.corners)

const isClear = (zone: DangerZone, { drawingId, x, y }: IndoorPlace) =>
  drawingId !== zone.drawingId || metresToEdge(x, y, zone.corners) > CLEAR_METRES

/**
 * Judges positions that are newer than `was`, oldest first. Who was inside already enters nothing: the zone was drawn
 * around them.
 */
export function judgeStays(
  zones: ReadonlyMap<number, DangerZone>,
  before: ReadonlyMap<number, Stay>,
  was: IndoorPlace | null,
  places: readonly IndoorPlace[],
  now: number,
): JudgedStays {
  const stays = new Map<number, Stay>()
  for (const [id, stay] of before) if (zones.has(id)) stays.set(id, { ...stay })
  const [entries, leavings]: [ZoneEntry[], ZoneLeaving[]] = [[], []]
  let last = was
  for (const place of places) {
    const late = place.at < now - LATE_MS
    for (const zone of zones.values()) {
      const stay = stays.get(zone.id)
      if (isIn(zone, place)) {
        if (stay) stay.outsideAt = null
        else {
          const entry = isIn(zone, last) ? null : { zone, at: place.at, late }
          if (entry) entries.push(entry)
          stays.set(zone.id, { since: place.at, outsideAt: null, alarm: entry })
        }
      } else if (stay) {
        stay.outsideAt ??= place.at
        if (!isClear(zone, place) && place.at - stay.outsideAt < CLEAR_MS) continue
        stays.delete(zone.id)
        if (stay.alarm !== null) leavings.push({ zone, at: stay.outsideAt, alarm: stay.alarm, late })
      }
    }
    last = place
  }
  return { stays, entries, leavings }
}

/** A position that came late, with those right before and after it in the order of time. */
export interface LatePlace {
  place: IndoorPlace
  before: IndoorPlace | null
  after: IndoorPlace | null
}

/**
 * Entries that nobody knew of: from outside into a zone and out again, all before the newest position. Where the
 * position after is inside too, that one was the entry.
 */
export function lateEntries(
  zones: ReadonlyMap<number, DangerZone>,
  late: readonly LatePlace[],
): Pick<JudgedStays, 'entries' | 'leavings'> {
  const [entries, leavings]: [ZoneEntry[], ZoneLeaving[]] = [[], []]
  const came = new Set(late.map(({ place }) => place.at))
  for (const zone of zones.values()) {
    let entry: ZoneEntry | null = null
    for (const { place, before, after } of late) {
      if (place.at < zone.updatedAt || !isIn(zone, place)) {
        entry = null
        continue
      }
      if (!isIn(zone, before)) entry = { zone, at: place.at, late: true }
      // The next position came late as well: the stay goes on, and is closed when its end is seen.
      if (!entry || !after || (isIn(zone, after) && came.has(after.at))) continue
      if (!isIn(zone, after)) {
        entries.push(entry)
        leavings.push({ zone, at: after.at, alarm: entry, late: true })
      }
      entry = null
    }
  }
  return { entries, leavings }
}
