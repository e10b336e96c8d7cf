// Boards that a tenant composes of tiles, for roles and for walls. Each save of the tiles is a further version.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { ids, moment, nonEmpty, rowBase } from '../fields.ts'
import { boardTiles } from './tiles.ts'

const fields = {
  name: nonEmpty(60),
  /** Who has one of these roles is offered the board. */
  roleIds: ids(20),
  /** These roles begin with it. */
  landing: z.boolean(),
  /** Walls may show it. */
  forWalls: z.boolean(),
  /** A new board begins without any. */
  tiles: z.optional(boardTiles),
}

/** Of these many versions the list is told; none is ever forgotten. */
export const SHOWN_VERSIONS = 50

const boardVersion = z.object({
  number: z.int(),
  createdAt: moment,
  createdBy: z.string(),
  /** How many tiles it has. */
  tiles: z.int(),
})
export type BoardVersion = z.output<typeof boardVersion>

export const board = defineEntity({
  key: 'board',
  service: 'user',
  permission: 'board',
  grants: { menu: 'boards', property: ['read'], patrol: ['read'], duty: ['read'] },
  page: {
    path: '/boards',
    layout: 'console',
    titleZh: '自定义看板',
    titleEn: 'Boards',
    directory: 'Dashboards',
    icon: 'grid',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    tiles: boardTiles,
    tileCount: z.int(),
    roleNames: z.array(z.string()),
    /** Number of the version whose tiles these are; none while there are no tiles. */
    versionNumber: z.nullable(z.int()),
    /** The newest first. */
    versions: z.array(boardVersion),
  }),
  write: z.object(fields),
  filters: { name: 'contains', forWalls: 'equals' },
  sorts: ['name', 'updatedAt', 'createdAt'],
  defaultSort: 'name',
  search: ['name'],
  refs: { roleIds: { entity: 'role', label: 'roleNames', many: true } },
  removable: true,
  commands: {
    /** The tiles of an earlier version become those of a further one. */
    restoreVersion: {
      permission: 'board.save',
      byHand: true,
      asSeen: true,
      input: z.object({ number: z.int().check(z.minimum(1)) }),
    },
  },
})
