// What the console asks of roll calls beyond the generic endpoints: the roll of one of them.
import * as z from 'zod/mini'
import { id } from '../../domain/fields.ts'
import { roll } from '../../domain/muster/muster.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

export const musterRoll = endpoint({
  service: 'message',
  method: 'GET',
  path: 'muster/roll',
  access: 'muster.read',
  summary: 'Who should be there, what people said of them, what sensors saw since, and the counts of heads',
  request: z.strictObject({ id: inQuery(15, id) }),
  response: roll,
})

/** Whoever starts a roll call names its wardens, and need not be one who keeps the accounts. */
export const musterWardens = endpoint({
  service: 'message',
  method: 'GET',
  path: 'muster/wardens',
  access: 'muster.save',
  summary: 'People with an account who can be wardens of a roll call',
  request: z.strictObject({}),
  response: z.array(z.object({ id, name: z.string() })),
})
