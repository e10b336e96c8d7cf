// The calendar day of a moment, where the demo's places are.
import { localTime } from '../../src/domain/report/zone-time.ts'

const ZONE = 'Asia/Shanghai'
const two = (part: number) => String(part).padStart(2, '0')

/** YYYY-MM-DD. */
export function writtenDay(at: number): string {
  const { year, month, day } = localTime(ZONE, at)
  return `${year}-${two(month)}-${two(day)}`
}
