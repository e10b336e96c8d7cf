// What stands in the address of a month.
import * as z from 'zod/mini'
import { WRITTEN_DAY, WRITTEN_MONTH } from '../../domain/limits.ts'

const monthSearch = z.object({
  view: z.optional(z.literal('month')),
  month: z.catch(z.optional(z.string().check(z.regex(WRITTEN_MONTH))), undefined),
  departmentId: z.catch(z.optional(z.int().check(z.positive())), undefined),
  worker: z.catch(z.optional(z.int().check(z.positive())), undefined),
  on: z.catch(z.optional(z.string().check(z.regex(WRITTEN_DAY))), undefined),
})
export type MonthSearch = z.output<typeof monthSearch>

/** Reads an address; what makes no sense is left out. */
export function readMonthSearch(raw: Readonly<Record<string, unknown>>): MonthSearch {
  return z.parse(monthSearch, { ...raw, view: 'month' })
}
