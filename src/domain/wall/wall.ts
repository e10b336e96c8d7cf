// Walls: screens that show scenes in turn, with an identity of their own that opens nothing else.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, ids, moment, nonEmpty, rowBase, several } from '../fields.ts'
import { sceneNames } from '../scene/scenes.ts'

/** Long enough to read a scene, short enough that nobody waits for the next. */
export const SHORTEST_VIEW_SECONDS = 10
export const LONGEST_VIEW_SECONDS = 600

/** `silent`: paired, and not heard of for a minute. */
export const wallState = z.enum(['unpaired', 'live', 'silent', 'revoked'])

const MOST_BOARDS = 10

const hour = z.int().check(z.minimum(0), z.maximum(23))

const fields = {
  name: nonEmpty(60),
  /** It shows nothing but this department and all below it; null: the whole tenant. */
  departmentId: z.optional(z.nullable(id)),
  /** In this order. */
  scenes: several(z.enum(sceneNames), sceneNames.length),
  /** After the scenes, in this order; of either there has to be one. */
  boardIds: z.optional(ids(MOST_BOARDS)),
  seconds: z.int().check(z.minimum(SHORTEST_VIEW_SECONDS), z.maximum(LONGEST_VIEW_SECONDS)),
  /** Hours of the tenant's clock between which it is dim; equal ones: never. */
  dimFrom: hour,
  dimUntil: hour,
}

export const wall = defineEntity({
  key: 'wall',
  service: 'user',
  permission: 'wall',
  grants: { menu: 'walls', property: ['read', 'save', 'remove'], duty: ['read'] },
  page: {
    path: '/walls',
    layout: 'console',
    titleZh: '大屏管理',
    titleEn: 'Walls',
    directory: 'Dashboards',
    after: 'index8',
    icon: 'grid',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    boardIds: ids(MOST_BOARDS),
    boardNames: z.array(z.string()),
    departmentName: z.optional(z.nullable(z.string())),
    state: wallState,
    pairedAt: z.nullable(moment),
    pairedBy: z.nullable(z.string()),
    seenAt: z.nullable(moment),
  }),
  write: z.object(fields),
  unique: ['name'],
  filters: { name: 'contains', state: 'oneOf', departmentId: 'equals' },
  sorts: ['name', 'seenAt', 'createdAt'],
  defaultSort: 'name',
  search: ['name'],
  department: 'departmentId',
  refs: {
    boardIds: { entity: 'board', label: 'boardNames', many: true },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  countBy: 'state',
  removable: true,
  commands: {
    /** A screen that was stolen, or hangs elsewhere: what it knows opens nothing any more. */
    revoke: { permission: 'wall.save' },
  },
})

/** Whether it is dim at an hour of the tenant's clock. */
export function isDimAt(
  { dimFrom, dimUntil }: { dimFrom: number; dimUntil: number },
  hourNow: number,
): boolean {
  return dimFrom <= dimUntil
    ? hourNow >= dimFrom && hourNow < dimUntil
    : hourNow >= dimFrom || hourNow < dimUntil
}
