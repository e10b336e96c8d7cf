// Duty records: what happened during a duty, and the handover that both sides sign.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless, refusing } from '../hindrance.ts'

/** `open` signed by nobody, `half` by one side, `signed` by both: then it stays as it is. */
export const recordState = z.enum(['open', 'half', 'signed'])

const fields = {
  day: localDate,
  postId: z.optional(z.nullable(id)),
  area: nonEmpty(60),
  startsAt: moment,
  endsAt: moment,
  /** Person in charge; hands over. */
  workerId: id,
  situation: nonEmpty(2000),
  /** Who takes over. */
  nextWorkerId: z.optional(z.nullable(id)),
  note: z.optional(text(200)),
}

/** What may be saved as a record. The checks between fields are the server's to run. */
export const dutyRecordForm = z.object(fields).check(
  z.refine(({ startsAt, endsAt }) => endsAt > startsAt, { error: 'periodOrder', path: ['endsAt'] }),
  z.refine(({ workerId, nextWorkerId }) => workerId !== nextWorkerId, {
    error: 'chosenTwice',
    path: ['nextWorkerId'],
  }),
)

interface Sides {
  chargeAccountId: number | null
  nextAccountId: number | null
  outSignedAt: number | null
  inSignedAt: number | null
}

/** The side that an account signs for; undefined: neither. */
export const sideOf = (record: Sides, accountId: number): 'out' | 'in' | undefined =>
  accountId === record.chargeAccountId ? 'out' : accountId === record.nextAccountId ? 'in' : undefined

export const dutyRecord = defineEntity({
  key: 'dutyRecord',
  service: 'user',
  permission: 'dutyRecord',
  grants: {
    menu: 'dutyUser',
    property: ['read', 'save', 'sign', 'export'],
    patrol: ['read', 'save', 'sign'],
    duty: ['read', 'save', 'sign', 'export'],
  },
  page: {
    path: '/dutyRecords',
    layout: 'map',
    titleZh: '值班记录',
    titleEn: 'Duty records',
    directory: 'People',
    after: 'dutyUser',
    icon: 'list',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    postName: z.optional(z.nullable(z.string())),
    workerName: z.optional(z.nullable(z.string())),
    nextWorkerName: z.optional(z.nullable(z.string())),
    chargeAccountId: z.nullable(id),
    nextAccountId: z.nullable(id),
    outSignedAt: z.nullable(moment),
    inSignedAt: z.nullable(moment),
    state: recordState,
  }),
  write: z.object(fields),
  filters: {
    state: 'oneOf',
    day: 'range',
    startsAt: 'range',
    workerId: 'equals',
    postId: 'equals',
    area: 'contains',
  },
  sorts: ['startsAt', 'day', 'createdAt'],
  defaultSort: '-startsAt',
  search: ['area', 'situation', 'workerName', 'nextWorkerName'],
  countBy: 'state',
  refs: {
    postId: { entity: 'post', label: 'postName' },
    workerId: { entity: 'worker', label: 'workerName' },
    nextWorkerId: { entity: 'worker', label: 'nextWorkerName' },
  },
  // The roster shows whether a shift was handed over.
  shownIn: ['dutyShift'],
  removable: false,
  waitsNew: true,
  commands: {
    sign: {
      permission: 'dutyRecord.sign',
      offline: 'queue',
      hindrance: (record, giver) => {
        const side = sideOf(record, giver.id)
        if (side === undefined) return refusing('state.transition', { of: 'nextWorkerId' })
        return needlessUnless((side === 'out' ? record.outSignedAt : record.inSignedAt) === null)
      },
    },
  },
})
