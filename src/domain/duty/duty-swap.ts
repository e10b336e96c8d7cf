// Swaps: somebody asks a colleague to take a shift; the colleague accepts, and who keeps the roster approves.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless, refusing, stepUnless } from '../hindrance.ts'

export const swapState = z.enum(['asked', 'accepted', 'approved', 'declined', 'withdrawn'])

/** States in which a swap still waits for somebody. */
export const waitingSwaps = ['asked', 'accepted'] as const

const waits = ({ state }: { state: string }) => waitingSwaps.some(each => each === state)

const fields = {
  shiftId: id,
  /** Who is to take the shift. */
  toWorkerId: id,
  reason: z.optional(text(200)),
}

export const dutySwap = defineEntity({
  key: 'dutySwap',
  service: 'user',
  permission: 'dutySwap',
  grants: {
    menu: 'dutyUser',
    property: ['read', 'save', 'approve'],
    patrol: ['read', 'save'],
    duty: ['read', 'save', 'approve'],
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    state: swapState,
    fromWorkerId: id,
    fromWorkerName: z.nullable(z.string()),
    fromAccountId: z.nullable(id),
    toWorkerName: z.optional(z.nullable(z.string())),
    toAccountId: z.nullable(id),
    postId: id,
    postName: z.nullable(z.string()),
    /** Of the shift as it stands now. */
    startsAt: moment,
    endsAt: moment,
    /** The shift is still there and still of the one who asked. */
    holds: z.boolean(),
    decidedByName: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
  }),
  write: z.object(fields),
  filters: { state: 'oneOf', startsAt: 'range', fromAccountId: 'equals', toAccountId: 'equals' },
  sorts: ['startsAt', 'createdAt', 'updatedAt'],
  defaultSort: '-createdAt',
  search: ['reason', 'fromWorkerName', 'toWorkerName', 'postName'],
  refs: { toWorkerId: { entity: 'worker', label: 'toWorkerName' } },
  shownIn: ['dutyShift'],
  removable: false,
  commands: {
    accept: {
      permission: 'dutySwap.save',
      hindrance: ({ state, toAccountId, holds }, giver) =>
        state === 'accepted'
          ? needlessUnless(false)
          : toAccountId === giver.id
            ? stepUnless(state === 'asked' && holds)
            : refusing('state.transition', { of: 'toWorkerId' }),
    },
    approve: {
      permission: 'dutySwap.approve',
      asSeen: true,
      hindrance: ({ state, holds, fromAccountId, toAccountId }, giver) =>
        giver.id === fromAccountId || giver.id === toAccountId
          ? refusing('forbidden.self')
          : stepUnless(state === 'accepted' && holds),
    },
    decline: {
      permission: 'dutySwap.save',
      hindrance: row => stepUnless(waits(row)),
    },
  },
})
