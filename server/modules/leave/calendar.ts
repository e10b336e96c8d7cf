// Which days somebody works: the calendar of attendance where there is one, else Monday to Friday.
import { daysFrom, isWeekday } from '../../../src/domain/leave/leave-days.ts'
import { localTime } from '../../../src/domain/report/zone-time.ts'
import type { Sql } from '../../db/scoped.ts'

interface Asked {
  tenantId: number
  workerId: number
  /** Days, both included. */
  from: string
  until: string
}

/** The days of a period that a person works by their rule; undefined for who has none. */
export type WorkDays = (sql: Sql, asked: Asked) => Promise<ReadonlySet<string> | undefined>

export async function worksOn(sql: Sql, asked: Asked, workDays: WorkDays): Promise<ReadonlySet<string>> {
  return (await workDays(sql, asked)) ?? new Set(daysFrom(asked.from, asked.until).filter(isWeekday))
}

const two = (part: number) => String(part).padStart(2, '0')

/** The day of a moment where the zone's clocks are. */
export function dayIn(zone: string, at: number): string {
  const { year, month, day } = localTime(zone, at)
  return `${year}-${two(month)}-${two(day)}`
}
