// What stands on the boards of a wall besides figures: the cameras that it may watch, and the floors with who is on them.
import * as z from 'zod/mini'
import type { wallPlan } from '../../../src/contract/endpoints/wall.ts'
import { type BoardTile, boardTiles } from '../../../src/domain/board/tiles.ts'
import { deviceKind, deviceState } from '../../../src/domain/device/device.ts'
import { drawing, indoorZone } from '../../../src/domain/indoor/indoor.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readPage, readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

/** Of boards that are still there, still for walls, and on this one. */
async function tilesOf(sql: Sql, wallId: number): Promise<BoardTile[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('wall as w')
      .innerJoin('board as b', join =>
        join
          .on(({ eb, fn, ref }) => eb(ref('b.id'), '=', fn.any(ref('w.board_ids'))))
          .onRef('b.tenant_id', '=', 'w.tenant_id'),
      )
      .select('b.tiles')
      .where('w.id', '=', wallId)
      .where('w.removed_at', 'is', null)
      .where('b.for_walls', '=', true)
      .where('b.removed_at', 'is', null),
  )
  return rows.flatMap(({ tiles }) => z.parse(boardTiles, tiles))
}

/** The cameras that a wall may watch. */
export async function camerasOnWall(sql: Sql, wallId: number): Promise<ReadonlySet<number>> {
  const tiles = await tilesOf(sql, wallId)
  return new Set(
    tiles.flatMap(tile => (tile.kind === 'video' && tile.cameraId !== null ? [tile.cameraId] : [])),
  )
}

const MOST_ZONES = 200
/** More than a floor of a wall can show apart. */
const MOST_ON_FLOOR = 1_000

export interface PlanStores {
  drawings: Store
  zones: Store
}

export async function readWallPlan(
  wallId: number,
  drawingId: number,
  { drawings, zones }: PlanStores,
  context: Context,
): Promise<z.output<typeof wallPlan.response>> {
  const { sql, person } = context
  const isShown = (await tilesOf(sql, wallId)).some(
    tile => tile.kind === 'plan' && tile.drawingId === drawingId,
  )
  if (!isShown) throw new Refused('row.unknown')
  const { id, title, picture, realWidth, realHeight } = z.parse(
    drawing.schema,
    await readRow(drawings, drawingId, context),
  )
  const listed = await readPage(zones, { page: 1, size: MOST_ZONES, drawingId }, context)
  let devices = tables
    .selectFrom('device_state as s')
    .innerJoin('device as d', 'd.id', 's.device_id')
    .select(['d.id', 'd.kind', 's.state', 's.battery', 's.indoor_x', 's.indoor_y', 's.indoor_at'])
    .where('s.tenant_id', '=', person.tenantId)
    .where('s.drawing_id', '=', drawingId)
    .where('s.indoor_x', 'is not', null)
    .where('d.removed_at', 'is', null)
    .where('d.lifecycle', '<>', 'recycled')
  if (person.departments !== null)
    devices = devices.where('d.department_id', 'in', [...person.departments, -1])
  const rows = await rowsOf(sql, devices.orderBy('s.indoor_at', 'desc').orderBy('d.id').limit(MOST_ON_FLOOR))
  return {
    drawing: { id, title, picture, realWidth, realHeight },
    zones: listed.list.map(row => {
      const zone = z.parse(indoorZone.schema, row)
      return { id: zone.id, name: zone.name, kind: zone.kind, corners: zone.corners }
    }),
    devices: rows.map(row => ({
      id: row.id,
      kind: z.parse(deviceKind, row.kind),
      state: z.parse(deviceState, row.state),
      battery: row.battery,
      x: row.indoor_x ?? 0,
      y: row.indoor_y ?? 0,
      at: row.indoor_at ?? 0,
    })),
  }
}
