// What the factory records: batches, and one record for each device that was made.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, imei, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless, refusing, stepUnless } from '../hindrance.ts'
import { ICCID } from '../limits.ts'

export const batchState = z.enum(['planned', 'producing', 'checking', 'released', 'closed'])
export type BatchState = z.output<typeof batchState>

/** Which steps exist; everything else is 'no such state transition'. */
export const batchSteps: Record<BatchState, readonly BatchState[]> = {
  planned: ['producing', 'closed'],
  producing: ['checking', 'closed'],
  checking: ['producing', 'released', 'closed'],
  released: [],
  closed: [],
}

/** True when a batch may go from one state to the other. */
export const batchMayStep = (from: BatchState, to: BatchState): boolean => batchSteps[from].includes(to)

const stepTo =
  (to: BatchState) =>
  ({ state }: { state: BatchState }) =>
    stepUnless(batchMayStep(state, to))

const batchFields = {
  number: nonEmpty(40),
  productId: id,
  categoryId: id,
  colour: z.optional(text(30)),
  manufacturer: nonEmpty(60),
  planned: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** Letters and digits before the running number of a serial. */
  serialPrefix: z.string().check(z.regex(/^[A-Z0-9-]{1,20}$/, { error: 'serialPrefix' })),
  note: z.optional(text(500)),
}

const productionGrants: PermissionGrants = { menu: 'ProductionList' }

export const productionBatch = defineEntity({
  key: 'productionBatch',
  service: 'device',
  permission: 'production',
  grants: productionGrants,
  page: {
    path: '/productionSystem',
    layout: 'console',
    titleZh: '生产系统',
    titleEn: 'Production system',
    directory: 'Devices',
    after: 'ProductionList',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...batchFields,
    productName: z.optional(z.nullable(z.string())),
    categoryName: z.optional(z.nullable(z.string())),
    categoryEnName: z.optional(z.nullable(z.string())),
    state: batchState,
    /** Records in it, and how many of them passed or failed. */
    made: z.int(),
    passed: z.int(),
    failed: z.int(),
    releasedAt: z.nullable(moment),
  }),
  write: z.object(batchFields),
  filters: { number: 'contains', state: 'oneOf', productId: 'equals', createdAt: 'range' },
  sorts: ['createdAt', 'number', 'state', 'planned'],
  defaultSort: '-createdAt',
  search: ['number', 'manufacturer', 'note'],
  countBy: 'state',
  refs: {
    productId: { entity: 'product', label: 'productName' },
    categoryId: { entity: 'deviceCategory', label: 'categoryName', english: 'categoryEnName' },
  },
  shownIn: ['productionRecord', 'device'],
  removable: true,
  commands: {
    start: { permission: 'production.save', hindrance: stepTo('producing') },
    check: { permission: 'production.save', hindrance: stepTo('checking') },
    /** Passed records become devices that wait for stock-in; needs every record judged. */
    release: { permission: 'production.release', hindrance: stepTo('released') },
    close: { permission: 'production.save', hindrance: stepTo('closed') },
    /** Reserves so many serials from the counter of the prefix and makes their records. */
    allotSerials: {
      permission: 'production.save',
      byHand: true,
      input: z.object({ count: z.int().check(z.minimum(1), z.maximum(10_000)) }),
      hindrance: ({ state, made, planned }) =>
        stepUnless(state === 'producing') ?? (made < planned ? undefined : refusing('batch.full')),
    },
  },
})

export const qualityState = z.enum(['pending', 'passed', 'failed'])
export const salesMode = z.enum(['direct', 'agent', 'rental', 'trial'])

const recordFields = {
  batchId: z.optional(z.nullable(id)),
  productName: nonEmpty(60),
  model: z.optional(text(40)),
  colour: z.optional(text(30)),
  serial: nonEmpty(40),
  imei: z.optional(z.union([imei, z.literal('')])),
  cardNumber: z.optional(z.string().check(z.regex(/^(|\d{5,20})$/, { error: 'digits' }))),
  iccid: z.optional(z.union([z.string().check(z.regex(ICCID, { error: 'iccid' })), z.literal('')])),
  manufacturer: z.optional(text(60)),
  inspector: z.optional(text(40)),
  salesMode: z.optional(salesMode),
  agent: z.optional(text(60)),
  producedAt: z.optional(z.nullable(moment)),
}

export const productionRecord = defineEntity({
  key: 'productionRecord',
  service: 'device',
  permission: 'production',
  grants: productionGrants,
  page: {
    path: '/ProductionList',
    layout: 'console',
    titleZh: '生产记录',
    titleEn: 'Production records',
    directory: 'Devices',
    after: 'deviceActive',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...recordFields,
    batchNumber: z.optional(z.nullable(z.string())),
    quality: qualityState,
    qualityNote: z.nullable(z.string()),
    /** The device that was made of it. */
    deviceId: z.nullable(id),
  }),
  write: z.object(recordFields),
  filters: {
    serial: 'contains',
    imei: 'contains',
    iccid: 'contains',
    batchId: 'equals',
    quality: 'oneOf',
    salesMode: 'oneOf',
    manufacturer: 'contains',
    producedAt: 'range',
  },
  sorts: ['createdAt', 'serial', 'producedAt', 'quality'],
  defaultSort: '-createdAt',
  search: ['serial', 'imei', 'iccid', 'cardNumber', 'productName', 'agent'],
  countBy: 'quality',
  refs: { batchId: { entity: 'productionBatch', label: 'batchNumber' } },
  shownIn: ['productionBatch'],
  removable: true,
  importable: true,
  commands: {
    // What has become a device is judged.
    pass: {
      permission: 'production.save',
      hindrance: ({ quality, deviceId }) =>
        stepUnless(deviceId === null) ?? needlessUnless(quality !== 'passed'),
    },
    fail: {
      permission: 'production.save',
      input: z.object({ note: nonEmpty(200) }),
      hindrance: ({ quality, deviceId }) =>
        stepUnless(deviceId === null) ?? needlessUnless(quality !== 'failed'),
    },
  },
})
