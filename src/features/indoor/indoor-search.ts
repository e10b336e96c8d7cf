// What an address of the indoor map says: which floor, which device, how long a trail.

export interface IndoorSearch {
  floor?: number | undefined
  device?: number | undefined
  /** Minutes of the trail; none without it. */
  trail?: number | undefined
}

export const TRAIL_MINUTES = [5, 15, 60, 240] as const

const whole = (raw: unknown): number | undefined => {
  const value = Number(raw)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

/** Anything may stand in an address: what makes no sense is left out. */
export function readIndoorSearch(raw: Readonly<Record<string, unknown>>): IndoorSearch {
  const trail = whole(raw.trail)
  return {
    floor: whole(raw.floor),
    device: whole(raw.device),
    trail: TRAIL_MINUTES.find(minutes => minutes === trail),
  }
}
