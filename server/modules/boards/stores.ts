// How boards are stored: each save of other tiles is a further version, and none is ever changed.
import * as z from 'zod/mini'
import { board, SHOWN_VERSIONS } from '../../../src/domain/board/board.ts'
import { type BoardTile, boardTiles } from '../../../src/domain/board/tiles.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { wall } from '../../../src/domain/wall/wall.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { readRows } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Changing, Commanding, Saving } from '../../entity/table.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import { fitsSeries, mayShow, queryOf, type Stores } from './lists.ts'

/** `all`: the tables of every entity, known once all are made. */
export function boardStores(all: () => Stores): Store[] {
  return [
    {
      entity: board,
      table: {
        name: 'board',
        columns: {
          roleIds: 'to_json(t.role_ids)',
          roleNames: `(select coalesce(json_agg(r.name order by r.id), '[]') from role r
            where r.id = any(t.role_ids) and r.removed_at is null)`,
          tileCount: 'jsonb_array_length(t.tiles)',
          versionNumber: '(select max(v.number) from board_version v where v.board_id = t.id)',
          versions: `(select coalesce(json_agg(v order by v.number desc), '[]') from (
            select v.number, v.created_at as "createdAt", v.created_by as "createdBy", jsonb_array_length(v.tiles) as tiles
            from board_version v where v.board_id = t.id order by v.number desc limit ${SHOWN_VERSIONS}) v)`,
        },
        apart: ['tiles'],
        unique: { board_name: 'name' },
        // Who keeps boards sees all, who keeps walls those for walls, and others those of their roles.
        visible: ({ person }, bind) => {
          if (holds(person.permissions, permissionFor(board, 'save'))) return undefined
          const own = `t.role_ids && array(select ar.role_id from account_role ar where ar.account_id = ${bind(person.accountId)})`
          return holds(person.permissions, permissionFor(wall, 'save')) ? `(t.for_walls or ${own})` : own
        },
        beforeSave: async saving => {
          const { input, before } = saving
          // What is hung on walls is shown there by whoever hangs it: they must be allowed to see it themselves.
          const hung = input.forWalls === true && before?.forWalls === false
          if (input.tiles === undefined && !hung) return undefined
          const tiles = tilesOf(input.tiles ?? before?.tiles ?? [])
          await checkTiles(tiles, hung ? { ...saving, before: undefined } : saving, all())
          if (input.tiles === undefined) return undefined
          return { tiles: JSON.stringify(tiles) }
        },
        afterSave: keepVersion,
        commands: { restoreVersion: commanding => restoreVersion(commanding) },
      },
    },
  ]
}

function tilesOf(raw: unknown): BoardTile[] {
  const read = boardTiles.safeParse(raw)
  if (!read.success) throw refusalOf(read.error.issues, raw)
  return read.data
}

const withoutPlace = ({ place: _place, title: _title, ...shown }: BoardTile): string => JSON.stringify(shown)

/** What was on the board before may stay as it is, also where it is permitted or there no longer: the tile says so. */
async function checkTiles(
  tiles: readonly BoardTile[],
  { before, context }: Saving,
  stores: Stores,
): Promise<void> {
  const known = new Set((before ? tilesOf(before.tiles) : []).map(withoutPlace))
  for (const [at, tile] of tiles.entries()) {
    if (known.has(withoutPlace(tile))) continue
    const field = `tiles.${at}`
    if (!mayShow(tile, stores, context.person)) throw new Refused('board.tileForbidden', { field })
    if (tile.kind === 'plan') await hold('drawing', tile.drawingId, `${field}.drawingId`, { context, stores })
    if (tile.kind === 'video') await hold('camera', tile.cameraId, `${field}.cameraId`, { context, stores })
    if (tile.kind !== 'count' && tile.kind !== 'list' && tile.kind !== 'chart') continue
    const store = stores.get(tile.entity)
    if (!store) throw new Refused('field.choice', { field: `${field}.entity` })
    if (!queryOf(store, tile.filters)) throw new Refused('field.choice', { field: `${field}.filters` })
    if (tile.kind === 'chart' && !fitsSeries(store, tile.series))
      throw new Refused('field.choice', { field: `${field}.series.field` })
  }
}

/** A row of somebody else's is as unknown as one that is none. */
async function hold(
  key: string,
  id: number | null,
  field: string,
  { context, stores }: Pick<Saving, 'context'> & { stores: Stores },
): Promise<void> {
  const store = stores.get(key)
  if (id === null) return
  if (!store || !(await readRows(store, [id], context)).has(id))
    throw new Refused('field.reference', { field })
}

/** A form that leaves the tiles as they were makes no version. */
async function keepVersion({ input, before, ...saving }: Saving & { id: number }): Promise<void> {
  if (input.tiles === undefined) return
  const tiles = tilesOf(input.tiles)
  if (before && JSON.stringify(tilesOf(before.tiles)) === JSON.stringify(tiles)) return
  await addVersion(saving, tiles)
}

async function addVersion(
  { context, id, tenantId }: Pick<Changing, 'context' | 'tenantId'> & { id: number },
  tiles: readonly BoardTile[],
): Promise<void> {
  const last = await firstOf(
    context.sql,
    tables
      .selectFrom('board_version')
      .select(({ fn }) => fn.max<number | null>('number').as('number'))
      .where('board_id', '=', id),
  )
  await firstOf(
    context.sql,
    tables
      .insertInto('board_version')
      .values({
        tenant_id: tenantId,
        board_id: id,
        number: (last?.number ?? 0) + 1,
        created_at: Date.now(),
        created_by: context.person.name,
        tiles: JSON.stringify(tiles),
      })
      .returning('id'),
  )
}

async function restoreVersion({ context, row, tenantId, input }: Commanding): Promise<void> {
  const wanted = await firstOf(
    context.sql,
    tables
      .selectFrom('board_version')
      .select('tiles')
      .where('board_id', '=', row.id)
      .where('number', '=', Number(input.number)),
  )
  if (!wanted) throw new Refused('field.reference', { field: 'input.number' })
  const tiles = z.parse(boardTiles, wanted.tiles)
  await addVersion({ context, tenantId, id: row.id }, tiles)
  await firstOf(
    context.sql,
    tables
      .updateTable('board')
      .set({ tiles: JSON.stringify(tiles), version: row.version + 1, updated_at: Date.now() })
      .where('id', '=', row.id)
      .returning('id'),
  )
}
