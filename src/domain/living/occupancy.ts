// Occupancies: who lives in which room, as what, from when until when. Asked for, reviewed, ended.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { occupancyAfter, occupancyRole, occupancyState } from './occupancy-step.ts'

const fields = {
  roomId: id,
  residentId: id,
  role: occupancyRole,
  fromDay: localDate,
  untilDay: z.optional(z.nullable(localDate)),
  note: z.optional(text(200)),
}

export const occupancy = defineEntity({
  key: 'occupancy',
  service: 'user',
  permission: 'occupancy',
  grants: { menu: 'bindingReview', property: ['read', 'save', 'review', 'end', 'export'], duty: ['read'] },
  page: {
    path: '/bindingReview',
    layout: 'console',
    titleZh: '绑定审核',
    titleEn: 'Binding review',
    directory: 'Community',
    after: 'roomManagement',
    icon: 'users',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    state: occupancyState,
    roomNo: z.nullable(z.string()),
    residentName: z.nullable(z.string()),
    residentPhone: z.nullable(z.string()),
    communityId: id,
    communityName: z.nullable(z.string()),
    /** Building and unit. */
    place: z.string(),
    /** The resident asked for it on the phone. */
    askedByResident: z.boolean(),
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    reason: z.nullable(z.string()),
    endedBy: z.nullable(z.string()),
    endedAt: z.nullable(moment),
    /** Who lives in the room already, for who reviews. */
    others: z.array(z.string()),
    cards: z.int(),
    /** Doors of the room. */
    doors: z.array(z.string()),
    /** Doors that have not confirmed yet that they no longer open. */
    stillOpensAt: z.array(z.string()),
  }),
  write: z.object(fields),
  filters: {
    state: 'oneOf',
    role: 'oneOf',
    residentName: 'contains',
    residentPhone: 'contains',
    roomNo: 'contains',
    communityId: 'equals',
    roomId: 'equals',
    residentId: 'equals',
    untilDay: 'range',
  },
  sorts: ['createdAt', 'residentName', 'roomNo', 'fromDay', 'untilDay', 'decidedAt'],
  defaultSort: '-createdAt',
  search: ['residentName', 'residentPhone', 'roomNo', 'place'],
  countBy: 'state',
  refs: {
    roomId: { entity: 'room', label: 'roomNo' },
    residentId: { entity: 'resident', label: 'residentName' },
  },
  shownIn: ['room', 'resident', 'doorRight', 'doorCard', 'residentFace'],
  removable: false,
  commands: {
    /** Moves in: from now on the doors of the room know them. */
    approve: {
      permission: 'occupancy.review',
      asSeen: true,
      hindrance: ({ state }) => stepUnless(occupancyAfter(state, 'approve') !== undefined, 'state'),
    },
    reject: {
      permission: 'occupancy.review',
      asSeen: true,
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: ({ state }) => stepUnless(occupancyAfter(state, 'reject') !== undefined, 'state'),
    },
    /** Another last day of a stay that runs; none: for good. */
    extend: {
      permission: 'occupancy.review',
      asSeen: true,
      input: z.object({ untilDay: z.optional(z.nullable(localDate)) }),
      hindrance: ({ state }) => stepUnless(state === 'active', 'state'),
    },
    /** Prepares a card that goes with the stay; a door unit writes it. */
    addCard: {
      permission: 'occupancy.review',
      hindrance: ({ state }) => stepUnless(state === 'active', 'state'),
    },
    /** Moves out: rights, cards, face and calls of this stay end, and nothing else. */
    end: {
      permission: 'occupancy.end',
      asSeen: true,
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: ({ state }) => stepUnless(occupancyAfter(state, 'end') !== undefined, 'state'),
    },
  },
})
