// The search part of the address of roll calls: the list, or the one that is shown.
import * as z from 'zod/mini'
import { id } from '../../domain/fields.ts'

/** The roll call that an address shows; undefined: the list. */
export function readMusterSearch({ muster }: Record<string, unknown>): number | undefined {
  const read = z.safeParse(id, muster)
  return read.success ? read.data : undefined
}

/** Address of one roll call, inside the router. */
export const rollPath = (id: number): string => `/musters?muster=${id}`
