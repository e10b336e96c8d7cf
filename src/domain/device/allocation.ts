// Handing devices to a department, or by the platform to another tenant: one task for many devices, which can be undone.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase, rowOwner } from '../fields.ts'
import { needlessUnless, stepUnless } from '../hindrance.ts'

/** `undone`: everything that was handed out came back. */
export const allocationState = z.enum(['running', 'done', 'failed', 'undoing', 'undone'])
export type AllocationState = z.output<typeof allocationState>

export const allocation = defineEntity({
  key: 'allocation',
  service: 'device',
  permission: 'allocation',
  grants: { menu: 'Allocate', property: ['save', 'read', 'export'], duty: ['read'] },
  page: {
    path: '/allocationProcess',
    layout: 'map',
    titleZh: '分配进度',
    titleEn: 'Allocation progress',
    directory: 'Devices',
    after: 'Allocate',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    state: allocationState,
    /** Where they go, in one name: the department, else the tenant. */
    target: z.string(),
    /** The tenant that gets them; the own one when they go to a department. */
    targetTenantId: id,
    targetTenantName: z.string(),
    targetDepartmentId: z.nullable(id),
    targetDepartmentName: z.nullable(z.string()),
    note: z.nullable(z.string()),
    total: z.int(),
    done: z.int(),
    failed: z.int(),
    userName: z.string(),
    finishedAt: z.nullable(moment),
    undoneAt: z.nullable(moment),
    undoneBy: z.nullable(z.string()),
  }),
  filters: { state: 'oneOf', targetDepartmentId: 'equals', userName: 'contains', createdAt: 'range' },
  sorts: ['createdAt', 'state', 'total'],
  defaultSort: '-createdAt',
  search: ['userName', 'targetDepartmentName', 'targetTenantName', 'note'],
  countBy: 'state',
  shownIn: ['device'],
  removable: false,
  commands: {
    undo: {
      permission: 'allocation.save',
      byHand: true,
      hindrance: ({ state, done }) =>
        stepUnless(state === 'running' || state === 'done') ??
        // Nothing was handed out.
        needlessUnless(state === 'running' || done > 0),
    },
  },
})

/** One device of an allocation and what became of it. */
export const allocationItem = z.object({
  deviceId: id,
  imei: z.string(),
  deviceName: z.string(),
  state: z.enum(['waiting', 'done', 'failed', 'undone', 'kept']),
  /** Error id of a refusal; `kept` says why it could not come back. */
  reason: z.nullable(z.string()),
  at: z.nullable(moment),
})
