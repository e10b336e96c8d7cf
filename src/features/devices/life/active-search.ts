// What the page of activations keeps in the address: the period and what is counted together.
import * as z from 'zod/mini'
import { moment } from '../../../domain/fields.ts'

const schema = z.object({
  from: z.catch(z.optional(moment), undefined),
  to: z.catch(z.optional(moment), undefined),
  by: z.catch(z.optional(z.enum(['day', 'week', 'month'])), undefined),
})
export type ActiveSearch = z.output<typeof schema>

/** Reads the search part of the address; bad values, and a period that ends before it begins, are dropped. */
export function readActiveSearch({ from, to, by }: Readonly<Record<string, unknown>>): ActiveSearch {
  const read = z.parse(schema, { from, to, by })
  const backwards = read.from !== undefined && read.to !== undefined && read.to < read.from
  return backwards ? { by: read.by } : read
}
