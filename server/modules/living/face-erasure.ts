// A resident's face goes: the sample that doors and captures are compared with, its picture, and the row's way to both.
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { eraseSamples, eraseWaiting, type Faces } from '../faces/public.ts'
import { doorsOfRoom } from './doors.ts'

interface Erasing {
  tenantId: number
  occupancyId: number
  at: number
}

/** Erases the faces of a stay; answers the doors that may hold one. */
export async function eraseFaces(
  sql: Sql,
  faces: Pick<Faces, 'jobs' | 'galleries'>,
  { tenantId, occupancyId, at }: Erasing,
): Promise<number[]> {
  const held = await rowsOf(
    sql,
    tables
      .selectFrom('resident_face as f')
      .innerJoin('occupancy as o', 'o.id', 'f.occupancy_id')
      .select(['f.id', 'f.sample_id as sampleId', 'f.picture_id as pictureId', 'o.room_id as roomId'])
      .where('f.occupancy_id', '=', occupancyId)
      .where('f.state', '<>', 'erased')
      .forUpdate('f'),
  )
  const [first] = held
  if (!first) return []
  const samples = held.flatMap(({ sampleId }) => (sampleId === null ? [] : [sampleId]))
  await rowsOf(
    sql,
    tables
      .updateTable('resident_face')
      .set(({ eb }) => ({ state: 'erased', updated_at: at, version: eb('version', '+', 1) }))
      .where(
        'id',
        'in',
        held.map(({ id }) => id),
      )
      .returning('id'),
  )
  if (samples.length > 0) await eraseSamples(sql, faces, tenantId, samples)
  const pictures = held.flatMap(({ pictureId }) => (pictureId === null ? [] : [pictureId]))
  await rowsOf(
    sql,
    tables
      .updateTable('face_picture')
      .set({ use: 'waiting' })
      .where('id', 'in', [...pictures, 0])
      .where('use', '=', 'review')
      .returning('id'),
  )
  await eraseWaiting(sql, faces, pictures)
  return samples.length > 0 ? (await doorsOfRoom(sql, first.roomId)).map(({ id }) => id) : []
}
