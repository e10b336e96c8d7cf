// What the console asks of people at work beyond the generic endpoints: who is here, and who leads.
import * as z from 'zod/mini'
import { id, localDate, moment } from '../../domain/fields.ts'
import { leaveKind } from '../../domain/leave/leave-kind.ts'
import { endpoint } from '../endpoint.ts'

/** Most people of one answer. */
export const MOST_PRESENT = 5_000

export const presenceOfPeople = endpoint({
  service: 'user',
  method: 'GET',
  path: 'worker/presence',
  access: 'worker.read',
  summary: 'Who is here now, by punches, doors, fences and worn devices; people who work here now, by name',
  request: z.strictObject({}),
  response: z.object({
    /** When it was judged. */
    at: moment,
    people: z.array(
      z.object({
        id,
        name: z.string(),
        trade: z.nullable(z.string()),
        postId: z.nullable(id),
        phone: z.nullable(z.string()),
        state: z.enum(['here', 'gone', 'unknown']),
        by: z.nullable(z.enum(['punch', 'door', 'fence', 'device'])),
        since: z.nullable(moment),
        contradicted: z.boolean(),
        heard: z.boolean(),
        wears: z.boolean(),
        leave: z.nullable(leaveKind),
      }),
    ),
    posts: z.array(z.object({ id, name: z.string(), area: z.nullable(z.string()), minHeads: z.int() })),
  }),
})

export const peopleInCharge = endpoint({
  service: 'user',
  method: 'GET',
  path: 'worker/inCharge',
  access: 'worker.read',
  summary:
    'People with a login who work here: how to reach them, what is theirs to do, whether they are on duty or away',
  request: z.strictObject({}),
  response: z.array(
    z.object({
      id,
      name: z.string(),
      accountId: id,
      phone: z.nullable(z.string()),
      trade: z.nullable(z.string()),
      postName: z.nullable(z.string()),
      departmentName: z.nullable(z.string()),
      /** Open work of theirs, and how much of it should be done by now. */
      openWork: z.int(),
      lateWork: z.int(),
      nextDueOn: z.nullable(localDate),
      leave: z.nullable(leaveKind),
      /** Until when they are on duty; null: they are not. */
      onDutyUntil: z.nullable(moment),
    }),
  ),
})
