// The store: what lies in it, what came and went, and what is kept for plans.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { movedTons, movementKind, tons } from './stock.ts'

const grants: PermissionGrants = {
  menu: 'manageStorage',
  property: ['read', 'save', 'move', 'export', 'import', 'remove'],
  patrol: ['read', 'move'],
  duty: ['read'],
}

export const stockState = z.enum(['empty', 'low', 'enough'])

const itemFields = {
  /** Number under which the store knows it. */
  number: nonEmpty(40),
  name: nonEmpty(60),
  /** Where it lies. */
  place: z.optional(text(60)),
  /** Tons below which it is low; none: never. */
  warnBelow: z.optional(z.nullable(tons)),
  departmentId: z.optional(z.nullable(id)),
  note: z.optional(text(500)),
}

const about = { planId: z.optional(z.nullable(id)), note: z.optional(text(200)) }

/** Whoever keeps the store writes down what came and went, also where there is no network. */
const moved = { permission: 'stockItem.move', offline: 'queue', byHand: true } as const

export const stockItem = defineEntity({
  key: 'stockItem',
  service: 'user',
  permission: 'stockItem',
  grants,
  page: {
    path: '/manageStorage',
    layout: 'map',
    titleZh: '仓库管理',
    titleEn: 'Warehouse',
    directory: 'Construction site',
    after: 'workPlan',
    icon: 'box',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...itemFields,
    departmentName: z.optional(z.nullable(z.string())),
    labelCode: z.string(),
    state: stockState,
    received: z.number(),
    used: z.number(),
    unqualified: z.number(),
    remaining: z.number(),
    /** Kept for plans. */
    reserved: z.number(),
    lastMovedAt: z.nullable(moment),
  }),
  write: z.object(itemFields),
  unique: ['number'],
  filters: { name: 'contains', number: 'contains', state: 'oneOf', place: 'contains', labelCode: 'equals' },
  sorts: ['number', 'name', 'remaining', 'used', 'lastMovedAt', 'createdAt'],
  defaultSort: 'number',
  search: ['number', 'name', 'place', 'labelCode'],
  countBy: 'state',
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  shownIn: ['stockMovement', 'stockReservation'],
  removable: true,
  importable: true,
  commands: {
    receive: { ...moved, input: z.object({ tons: movedTons, ...about }) },
    use: { ...moved, input: z.object({ tons: movedTons, ...about }) },
    setAside: { ...moved, input: z.object({ tons: movedTons, ...about }) },
    /** Stocktaking: what was counted is what there is. */
    count: { ...moved, input: z.object({ tons, note: about.note }) },
  },
})

/** What came and went: written once, never changed; a wrong one is taken back by another. */
export const stockMovement = defineEntity({
  key: 'stockMovement',
  service: 'user',
  permission: 'stockItem',
  grants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    itemId: id,
    itemName: z.string(),
    itemNumber: z.string(),
    kind: movementKind,
    /** Tons: as moved, or as counted. */
    tons: z.number(),
    /** What it did to what remains, and what remained then. */
    change: z.number(),
    remaining: z.number(),
    planId: z.nullable(id),
    planName: z.nullable(z.string()),
    note: z.nullable(z.string()),
    at: moment,
    userId: id,
    userName: z.string(),
    /** The movement that this one takes back. */
    reversesId: z.nullable(id),
    reversed: z.boolean(),
  }),
  filters: { itemId: 'equals', planId: 'equals', kind: 'oneOf', at: 'range', userName: 'contains' },
  sorts: ['at', 'tons', 'createdAt'],
  defaultSort: '-at',
  search: ['itemName', 'itemNumber', 'userName', 'note'],
  shownIn: ['stockItem', 'stockReservation'],
  removable: false,
  commands: {
    /** Once: what is taken back cannot be taken back again. */
    reverse: {
      permission: 'stockItem.save',
      byHand: true,
      hindrance: ({ kind, reversed }) => stepUnless(kind !== 'reversal' && !reversed),
    },
  },
})

const reservationFields = {
  itemId: id,
  planId: id,
  tons: movedTons,
  neededOn: z.optional(z.nullable(localDate)),
}

/** Tons that a plan will need: nobody else uses them up. */
export const stockReservation = defineEntity({
  key: 'stockReservation',
  service: 'user',
  permission: 'stockItem',
  grants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...reservationFields,
    itemName: z.string(),
    planName: z.string(),
    used: z.number(),
    state: z.enum(['open', 'used', 'released']),
  }),
  write: z.object(reservationFields),
  filters: { itemId: 'equals', planId: 'equals', state: 'oneOf', neededOn: 'range' },
  sorts: ['neededOn', 'tons', 'createdAt'],
  defaultSort: '-createdAt',
  search: ['itemName', 'planName'],
  countBy: 'state',
  refs: {
    itemId: { entity: 'stockItem', label: 'itemName' },
    planId: { entity: 'workPlan', label: 'planName' },
  },
  shownIn: ['stockItem'],
  removable: false,
  commands: {
    release: { permission: 'stockItem.save', hindrance: ({ state }) => stepUnless(state === 'open') },
  },
})
