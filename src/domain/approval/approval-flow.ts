// Approval nodes: who approves a kind of thing, on one to three levels.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, ids, nonEmpty, rowBase } from '../fields.ts'
import { NAME_LENGTH } from '../limits.ts'
import { approvalKind, levelNeed } from './kinds.ts'
import type { Level } from './standing.ts'

const people = ids(30)
const roles = ids(10)

const fields = {
  name: nonEmpty(NAME_LENGTH),
  kind: approvalKind,
  userIds1: people,
  roleIds1: roles,
  need1: levelNeed,
  userIds2: people,
  roleIds2: roles,
  need2: levelNeed,
  userIds3: people,
  roleIds3: roles,
  need3: levelNeed,
}

/** What may be saved; that two different people approve is the server's to check. */
export const approvalFlowForm = z.object(fields)

const labels = z.array(z.string())

export const approvalFlow = defineEntity({
  key: 'approvalFlow',
  service: 'user',
  permission: 'approvalFlow',
  grants: { menu: 'approvalFlows', property: ['read'] },
  page: {
    path: '/approvalFlows',
    layout: 'console',
    titleZh: '审批节点',
    titleEn: 'Approval nodes',
    directory: 'Announcements',
    icon: 'users',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    userNames1: labels,
    roleNames1: labels,
    userNames2: labels,
    roleNames2: labels,
    userNames3: labels,
    roleNames3: labels,
    /** How many levels somebody decides on. */
    levels: z.int(),
    changedByName: z.optional(z.nullable(z.string())),
  }),
  write: approvalFlowForm,
  filters: { kind: 'oneOf', name: 'contains' },
  sorts: ['kind', 'name', 'updatedAt'],
  defaultSort: 'kind',
  search: ['name'],
  refs: {
    userIds1: { entity: 'user', label: 'userNames1', many: true },
    roleIds1: { entity: 'role', label: 'roleNames1', many: true },
    userIds2: { entity: 'user', label: 'userNames2', many: true },
    roleIds2: { entity: 'role', label: 'roleNames2', many: true },
    userIds3: { entity: 'user', label: 'userNames3', many: true },
    roleIds3: { entity: 'role', label: 'roleNames3', many: true },
  },
  removable: true,
  commands: {},
})

/** The levels of a flow, empty ones included. */
export const levelsOf = (flow: Omit<z.output<typeof approvalFlowForm>, 'name' | 'kind'>): Level[] => [
  { userIds: flow.userIds1, roleIds: flow.roleIds1, need: flow.need1 },
  { userIds: flow.userIds2, roleIds: flow.roleIds2, need: flow.need2 },
  { userIds: flow.userIds3, roleIds: flow.roleIds3, need: flow.need3 },
]

/** A level as a case keeps it: what was set up then. */
export const keptLevels = z.array(z.object({ userIds: z.array(id), roleIds: z.array(id), need: levelNeed }))
