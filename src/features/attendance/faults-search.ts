// What stands in the address of a report of who was late or absent.
import * as z from 'zod/mini'
import { WRITTEN_DAY } from '../../domain/limits.ts'

const day = z.catch(z.optional(z.string().check(z.regex(WRITTEN_DAY))), undefined)

const faultsSearch = z.object({
  /** Absent: from the first of the month. */
  from: day,
  /** Absent: until today. */
  to: day,
  departmentId: z.catch(z.optional(z.int().check(z.positive())), undefined),
})

/** Reads an address; what makes no sense is left out. */
export const readFaultsSearch = (raw: Readonly<Record<string, unknown>>) => z.parse(faultsSearch, raw)
