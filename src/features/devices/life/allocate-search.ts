// What the page of handing out keeps in the address besides the list: the allocation that it shows.
import * as z from 'zod/mini'
import { id } from '../../../domain/fields.ts'

const schema = z.object({ run: z.catch(z.optional(id), undefined) })

/** Reads the search part of the address; what is no id is dropped. */
export const readAllocateSearch = (raw: Readonly<Record<string, unknown>>): { run?: number | undefined } =>
  z.parse(schema, { run: raw.run })
