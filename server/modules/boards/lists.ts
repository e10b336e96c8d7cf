// The list behind a tile: its table, and its filters as its own address would have them.
import * as z from 'zod/mini'
import { entityEndpoints, type PageQuery } from '../../../src/contract/entity-endpoints.ts'
import { bare, definitionOf } from '../../../src/contract/schema-parts.ts'
import type { BoardTile, Series } from '../../../src/domain/board/tiles.ts'
import { cameraPermissions } from '../../../src/domain/camera/camera.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { localDate, moment } from '../../../src/domain/fields.ts'
import { holds } from '../../../src/domain/permission.ts'
import { figures } from '../../../src/domain/scene/figures.ts'
import type { Store } from '../../entity/statement.ts'
import type { Person } from '../../person.ts'

export type Stores = ReadonlyMap<string, Store>

/** Key of the entity that a tile reads; undefined: it reads none. */
export function entityOf(tile: BoardTile): string | undefined {
  switch (tile.kind) {
    case 'figure':
      return figures[tile.figure].entity
    case 'count':
    case 'list':
    case 'chart':
      return tile.entity
    case 'map':
      return 'device'
    case 'plan':
      return 'drawing'
    case 'video':
      return 'camera'
    case 'announcement':
      return 'announcement'
    case 'clock':
      return undefined
  }
}

/** Whether a person may see what a tile shows. One of a list that nobody knows is no secret. */
export function mayShow(
  tile: BoardTile,
  stores: Stores,
  { permissions }: Pick<Person, 'permissions'>,
): boolean {
  const key = entityOf(tile)
  const store = key === undefined ? undefined : stores.get(key)
  if (!store) return true
  return (
    holds(permissions, permissionFor(store.entity, 'read')) &&
    (tile.kind !== 'video' || holds(permissions, cameraPermissions.watch))
  )
}

/** The query of a list, or undefined where its filters are none that it has. */
export function queryOf(
  { entity }: Store,
  filters: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): PageQuery | undefined {
  const read = z.safeDecode(entityEndpoints(entity).page.request, { ...filters, ...more })
  // What the tile itself says is no filter.
  const own = ['page', 'size', 'sort', 'counts'].some(name => Object.hasOwn(filters, name))
  return read.success && !own ? read.data : undefined
}

/** The field of a chart has words to count by, or is a moment or a day that is filtered by range. */
export function fitsSeries({ entity }: Store, series: Series): boolean {
  const schema = entity.schema.shape[series.field]
  const filter = entity.filters[series.field]
  if (!schema) return false
  if (series.by === 'words') return filter === 'oneOf' && definitionOf(bare(schema)).type === 'enum'
  return filter === 'range' && (bare(schema) === moment || bare(schema) === localDate)
}

export const isDayField = ({ entity }: Store, field: string): boolean => {
  const schema = entity.schema.shape[field]
  return schema !== undefined && bare(schema) === localDate
}
