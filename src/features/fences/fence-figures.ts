// What the events of a fence add up to: entries by weekday and hour, how long stays last, who comes most.
import type { FenceEvent } from './event-peek.tsx'

export interface FenceFigures {
  entries: number
  exits: number
  /** Entries by day of the week (0 Monday) and hour of the viewer's zone. */
  heat: readonly (readonly number[])[]
  /** Milliseconds of the stays that have ended; undefined without any. */
  stays: { count: number; average: number; middle: number; longest: number } | undefined
  /** Stays by how long they were, in the order of `stayLimits` and one more for the longest. */
  lengths: readonly number[]
  /** Who came most often. */
  often: readonly { deviceId: number; imei: string; name: string; entries: number; ms: number }[]
}

const MINUTE = 60_000
/** Upper ends of the classes of stays. */
export const stayLimits = [5, 30, 120, 480, 1440].map(minutes => minutes * MINUTE)
const MOST_OFTEN = 8

type Told = Pick<FenceEvent, 'kind' | 'at' | 'since' | 'deviceId' | 'imei' | 'deviceName' | 'wearerName'>

/** Sums events up; times of the day are of the viewer's zone. */
export function figuresOf(events: readonly Told[]): FenceFigures {
  const heat = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  const lengths = Array.from({ length: stayLimits.length + 1 }, () => 0)
  const stays: number[] = []
  const devices = new Map<number, FenceFigures['often'][number]>()
  let [entries, exits] = [0, 0]
  for (const event of events) {
    const known = devices.get(event.deviceId) ?? {
      deviceId: event.deviceId,
      imei: event.imei,
      name: event.wearerName ?? event.deviceName,
      entries: 0,
      ms: 0,
    }
    if (event.kind === 'entry') {
      entries += 1
      const at = new Date(event.at)
      const row = heat[(at.getDay() + 6) % 7]
      if (row) row[at.getHours()] = (row[at.getHours()] ?? 0) + 1
      devices.set(event.deviceId, { ...known, entries: known.entries + 1 })
    }
    if (event.kind !== 'exit') continue
    exits += 1
    if (event.since === null) continue
    const ms = Math.max(0, event.at - event.since)
    stays.push(ms)
    const limit = stayLimits.findIndex(most => ms < most)
    const place = limit < 0 ? stayLimits.length : limit
    lengths[place] = (lengths[place] ?? 0) + 1
    devices.set(event.deviceId, { ...known, ms: known.ms + ms })
  }
  return {
    entries,
    exits,
    heat,
    stays: staysOf(stays),
    lengths,
    often: [...devices.values()]
      .filter(device => device.entries > 0)
      .sort((a, b) => b.entries - a.entries || b.ms - a.ms || a.deviceId - b.deviceId)
      .slice(0, MOST_OFTEN),
  }
}

function staysOf(stays: readonly number[]): FenceFigures['stays'] {
  if (stays.length === 0) return undefined
  const sorted = [...stays].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[half]]
  return {
    count: sorted.length,
    average: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
    middle: (low + high) / 2,
    longest: sorted.at(-1) ?? 0,
  }
}
