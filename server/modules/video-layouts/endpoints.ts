// Layouts of the wall of live pictures: everybody has their own, and nobody else's.
import {
  MOST_LAYOUTS,
  removeVideoLayout,
  saveVideoLayout,
  type VideoLayout,
  videoLayouts,
} from '../../../src/contract/endpoints/video-layout.ts'
import { wallShapes } from '../../../src/domain/video/wall.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by, holdRows } from '../../entity/rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

/** In a place where no camera stands. */
const NOTHING = 0

const columns = ['id', 'name', 'shape', 'camera_ids', 'updated_at'] as const

interface Row {
  id: number
  name: string
  shape: string
  camera_ids: number[]
  updated_at: number
}

const layoutOf = ({ id, name, shape, camera_ids, updated_at }: Row): VideoLayout => ({
  id,
  name,
  shape: wallShapes.find(known => known === shape) ?? 'bigAndFive',
  cameraIds: camera_ids.map(each => Number(each) || null),
  updatedAt: updated_at,
})

export function mountVideoLayouts(handlers: Handlers): void {
  handlers.handle(videoLayouts, async (_request, { sql, person }) => {
    const rows = await rowsOf(
      sql,
      tables
        .selectFrom('video_layout')
        .select(columns)
        .where('account_id', '=', person.accountId)
        .orderBy('name')
        .limit(MOST_LAYOUTS),
    )
    return rows.map(layoutOf)
  })
  handlers.handle(saveVideoLayout, async (request, context) => {
    const { sql, person } = context
    const name = request.name.trim()
    const { shape, cameraIds } = request
    const named = cameraIds.filter(each => each !== null)
    if (!(await holdRows(sql, 'camera', named, person.tenantId)))
      throw new Refused('field.reference', { field: 'cameraIds' })
    const stored = cameraIds.map(each => each ?? NOTHING)
    const now = Date.now()
    const row = await firstOf(
      sql,
      tables
        .insertInto('video_layout')
        .values({
          tenant_id: person.tenantId,
          account_id: person.accountId,
          created_at: now,
          updated_at: now,
          name,
          shape,
          camera_ids: stored,
        })
        .onConflict(conflict =>
          conflict
            .columns(['account_id', 'name'])
            .doUpdateSet({ shape, camera_ids: stored, updated_at: now }),
        )
        .returning(columns),
    )
    if (!row) throw new Refused('row.unknown')
    const [count] = await rowsOf(
      sql,
      tables
        .selectFrom('video_layout')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('account_id', '=', person.accountId),
    )
    if (Number(count?.n ?? 0) > MOST_LAYOUTS) throw new Refused('layout.tooMany', { field: 'name' })
    sql.audit({
      ...by(context, person.tenantId),
      action: 'videoLayout.save',
      entity: null,
      rowId: null,
      detail: { name },
    })
    return layoutOf(row)
  })
  handlers.handle(removeVideoLayout, async ({ id }, context) => {
    const { sql, person } = context
    const row = await firstOf(
      sql,
      tables
        .deleteFrom('video_layout')
        .where('id', '=', id)
        .where('account_id', '=', person.accountId)
        .returning('name'),
    )
    if (!row) throw new Refused('row.unknown')
    sql.audit({
      ...by(context, person.tenantId),
      action: 'videoLayout.remove',
      entity: null,
      rowId: null,
      detail: { name: row.name },
    })
    return null
  })
}
