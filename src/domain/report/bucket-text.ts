// A bucket of a time axis as text, by the clock of the report's zone.
import { type Bucket, localTime } from './zone-time.ts'

const pad = (value: number) => String(value).padStart(2, '0')

/** `2026-03-14 09:00` for an hour, `2026-03-14` for a day or the Monday of a week, `2026-03` for a month. */
export function bucketText(bucket: Bucket, zone: string, at: number): string {
  const { year, month, day, minute } = localTime(zone, at)
  if (bucket === 'month') return `${year}-${pad(month)}`
  const date = `${year}-${pad(month)}-${pad(day)}`
  return bucket === 'hour' ? `${date} ${pad(Math.floor(minute / 60))}:${pad(minute % 60)}` : date
}
