// Shifts of the roster: who stands at which post from when until when. Drafts are plans; once published nobody stands in two places at once.
import * as z from 'zod/mini'
import { HOUR_MS } from '../durations.ts'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase, rowOwner, text } from '../fields.ts'

/** Nobody is on duty for longer at a stretch. */
export const LONGEST_SHIFT_MS = 48 * HOUR_MS

export const shiftState = z.enum(['draft', 'published'])

/**
 * The handover by which a shift began: `none` nobody wrote a record, `half` one side has signed it, `signed` both have,
 * `open` written and signed by nobody.
 */
export const shiftHandover = z.enum(['none', 'open', 'half', 'signed'])

const fields = {
  workerId: id,
  postId: id,
  startsAt: moment,
  endsAt: moment,
  note: z.optional(text(200)),
}

/** What may be saved as a shift. The checks between fields are the server's to run. */
export const dutyShiftForm = z.object(fields).check(
  z.refine(({ startsAt, endsAt }) => endsAt > startsAt, { error: 'periodOrder', path: ['endsAt'] }),
  z.refine(({ startsAt, endsAt }) => endsAt - startsAt <= LONGEST_SHIFT_MS, {
    error: 'tooBig',
    path: ['endsAt'],
  }),
)

export const dutyShift = defineEntity({
  key: 'dutyShift',
  service: 'user',
  permission: 'dutyShift',
  grants: {
    menu: 'dutyUser',
    property: ['read', 'save', 'remove', 'export'],
    patrol: ['read'],
    duty: ['read', 'save', 'remove', 'export'],
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    state: shiftState,
    workerName: z.optional(z.nullable(z.string())),
    workerPhone: z.nullable(z.string()),
    postName: z.optional(z.nullable(z.string())),
    /** Login of the person; null for people without one. */
    accountId: z.nullable(id),
    /** When a console or phone of the person was seen last. */
    seenAt: z.nullable(moment),
    handover: shiftHandover,
  }),
  write: z.object(fields),
  filters: {
    startsAt: 'range',
    endsAt: 'range',
    workerId: 'equals',
    postId: 'equals',
    accountId: 'equals',
    state: 'oneOf',
  },
  sorts: ['startsAt', 'endsAt', 'createdAt'],
  defaultSort: 'startsAt',
  search: ['workerName', 'postName', 'note'],
  refs: {
    workerId: { entity: 'worker', label: 'workerName' },
    postId: { entity: 'post', label: 'postName' },
  },
  // A swap goes with its shift.
  shownIn: ['dutySwap'],
  removable: true,
  commands: {},
})
