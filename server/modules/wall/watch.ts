// What a wall shows beside its figures: who is on duty, what is open, and the SOS that nobody has taken.
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { wallBoard, wallWatch } from '../../../src/contract/endpoints/wall.ts'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { boardTiles } from '../../../src/domain/board/tiles.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { sceneNames } from '../../../src/domain/scene/scenes.ts'
import { maskedName, withoutName } from '../../../src/domain/wall/masked-name.ts'
import { wall } from '../../../src/domain/wall/wall.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readPage } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { measureForWall } from '../boards/public.ts'

type Answer = z.output<typeof wallWatch.response>
type Waiting = Answer['queue'][number]

const MOST_QUEUED = 8
const MOST_SOS = 50
const SEEN_EVERY_MS = 15_000
/** What a person sees who names no wall. */
const PREVIEW = {
  name: null,
  departmentName: null,
  scenes: sceneNames,
  boards: [],
  seconds: 20,
  dimFrom: 0,
  dimUntil: 0,
}

const settings = z.pick(wall.schema, { scenes: true, seconds: true })

export async function readWall(alarms: Store, wallId: number | undefined, context: Context): Promise<Answer> {
  const at = Date.now()
  const shown = wallId === undefined ? PREVIEW : await settingsOf(wallId, context, at)
  const { tenantName, tenantZone: zone } = context.person
  const sees = holds(context.person.permissions, permissionFor(alarm, 'read'))
  const page = async (query: Parameters<typeof readPage>[1]) => {
    if (!sees) return { rows: [], total: 0 }
    const { list, total } = await readPage(alarms, query, context)
    return { rows: list.map(row => waitingOf(z.parse(alarm.schema, row))), total }
  }
  const open = { status: ['open', 'taken'], onTest: false, sort: '-raisedAt', size: MOST_QUEUED }
  const sos = await page({ type: ['sos'], status: ['open'], onTest: false, sort: 'raisedAt', size: MOST_SOS })
  const critical = await page({ ...open, severity: ['critical'] })
  const all = await page(open)
  const first = [...sos.rows, ...critical.rows, ...all.rows]
  const queue = [...new Map(first.map(row => [row.id, row])).values()].slice(0, MOST_QUEUED)
  const known = {
    ...shown,
    tenantName,
    zone,
    sos: sos.rows,
    queue,
    open: all.total,
    onDuty: await onDuty(context, at),
  }
  return { ...known, at, seen: createHash('sha256').update(JSON.stringify(known)).digest('base64url') }
}

async function settingsOf(wallId: number, { sql, person }: Context, now: number) {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('wall as w')
      .leftJoin('department as d', 'd.id', 'w.department_id')
      .select(['w.name', 'w.scenes', 'w.seconds', 'w.seen_at as seenAt', 'w.secret_hash as secretHash'])
      .select(['w.dim_from as dimFrom', 'w.dim_until as dimUntil', 'w.board_ids as boardIds'])
      .select(['w.department_id as departmentId', 'd.name as departmentName'])
      .where('w.id', '=', wallId)
      .where('w.removed_at', 'is', null),
  )
  // Taken away while it waited for an answer.
  if (!row || (person.wall !== undefined && row.secretHash === null)) throw new Refused('session.ended')
  if (person.wall !== undefined && (row.seenAt ?? 0) < now - SEEN_EVERY_MS)
    await rowsOf(
      sql,
      tables.updateTable('wall').set({ seen_at: now }).where('id', '=', wallId).returning('id'),
    )
  // It was given another department while it waited: what it asked with sees the old one.
  if (person.wall !== undefined && row.departmentId !== person.departmentId) throw new Refused('row.changed')
  const { name, dimFrom, dimUntil, departmentName } = row
  return {
    ...{ name, dimFrom, dimUntil, departmentName },
    ...z.parse(settings, row),
    boards: await boardsOf(sql, z.parse(ids, row.boardIds)),
  }
}

/** An array of the database carries its numbers as texts. */
const ids = z.array(z.coerce.number())

/** Those that are still there and still for walls, in the wall's order. */
async function boardsOf(sql: Context['sql'], boardIds: readonly number[]) {
  if (boardIds.length === 0) return []
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('board')
      .select(['id', 'name'])
      .where('id', 'in', [...boardIds])
      .where('for_walls', '=', true)
      .where('removed_at', 'is', null),
  )
  return boardIds.flatMap(id => rows.find(row => row.id === id) ?? [])
}

/** A board of a wall, measured for everybody who stands before it. */
export async function readWallBoard(
  wallId: number,
  boardId: number,
  stores: ReadonlyMap<string, Store>,
  context: Context,
): Promise<z.output<typeof wallBoard.response>> {
  const at = Date.now()
  const { boards } = await settingsOf(wallId, context, at)
  const listed = boards.find(({ id }) => id === boardId)
  const row =
    listed &&
    (await firstOf(context.sql, tables.selectFrom('board').select('tiles').where('id', '=', boardId)))
  if (!row) throw new Refused('row.unknown')
  const arranged = z.parse(boardTiles, row.tiles)
  return { ...(await measureForWall(arranged, stores, context, at)), name: listed.name, arranged }
}

function waitingOf(row: z.output<typeof alarm.schema>): Waiting {
  const { id, type, severity, status, wearerName, latitude, longitude, raisedAt } = row
  const place = [row.building, row.unit, row.roomNo].filter(Boolean).join(' ') || row.place
  return {
    ...{ id, type, severity, status, latitude, longitude, raisedAt },
    place: place && withoutName(place, wearerName),
    deviceName: withoutName(row.deviceName, wearerName),
    wearer: wearerName && maskedName(wearerName),
    takenBy: row.takenBy && maskedName(row.takenBy),
  }
}

async function onDuty({ sql, person }: Context, now: number): Promise<string[]> {
  if (!holds(person.permissions, 'dutyShift.read')) return []
  let wanted = tables
    .selectFrom('duty_shift as s')
    .innerJoin('worker as w', 'w.id', 's.worker_id')
    .select('w.name')
    .where('s.tenant_id', '=', person.tenantId)
    .where('s.state', '=', 'published')
    .where('s.starts_at', '<=', now)
    .where('s.ends_at', '>', now)
    .where('s.removed_at', 'is', null)
  if (person.departments !== null) wanted = wanted.where('w.department_id', 'in', [...person.departments, -1])
  const rows = await rowsOf(sql, wanted.orderBy('w.name').limit(6))
  return [...new Set(rows.map(({ name }) => maskedName(name)))]
}
