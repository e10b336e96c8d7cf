// What the console asks of labels.
import * as z from 'zod/mini'
import { id } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'

/** What a label stands on, among what the person may read; a label of somebody else is as unknown as one of nobody. */
export const findLabel = endpoint({
  service: 'device',
  method: 'GET',
  path: 'label/find',
  access: 'session',
  summary: 'What a label stands on: its entity, its row and its name',
  request: z.strictObject({
    /** As it was scanned or typed: the whole address on the label will do. */
    code: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  response: z.object({ entity: z.string(), id, name: z.string() }),
})
