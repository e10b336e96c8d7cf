// What the address of the regions page says: which region is open, and over which period alarms are counted.
import { type HeatPeriod, heatPeriods } from '../fleet/use-heat.ts'
import { UNKNOWN } from './region-figures.ts'

export interface RegionSearch {
  province?: string
  city?: string
  area?: string
  period?: HeatPeriod
}

const isPeriod = (raw: unknown): raw is HeatPeriod =>
  typeof raw === 'string' && Object.hasOwn(heatPeriods, raw)

/** Reads the search part of the address; what does not fit is dropped, and whatever hangs on it. */
export function readRegionSearch(raw: Readonly<Record<string, unknown>>): RegionSearch {
  const code = (value: unknown): string | undefined => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return /^(\d{6}|[A-Z]{2}(\d{2})?)$/.test(text) || text === UNKNOWN ? text : undefined
  }
  const province = code(raw.province)
  const city = province && code(raw.city)
  const area = city && code(raw.area)
  return {
    ...(province && { province }),
    ...(city && { city }),
    ...(area && { area }),
    ...(isPeriod(raw.period) && { period: raw.period }),
  }
}
