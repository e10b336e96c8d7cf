// Compares a face with those of the libraries, and keeps what came of it as a capture.
import { CAPTURE_KEPT_MS, UNKNOWN_KEPT_MS } from '../../../src/domain/face/duties.ts'
import type { CaptureState } from '../../../src/domain/face/face.ts'
import { MOST_DISTANCE, similarityOf } from '../../../src/domain/face/quality.ts'
import type { Scope, Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Faces } from './faces.ts'
import { nearestIn } from './gallery.ts'
import type { LookedAt } from './measure.ts'
import { holdFaces } from './switch.ts'

/** Who asks: a person, or a device by itself. */
export interface Searcher {
  scope: Scope
  tenantId: number
  /** For the audit log. */
  audit: { userId: number | null; userName: string | null; address: string | null }
}

export interface About {
  deviceId: number | undefined
  place: string | null
  at: number
  /** Undefined: all. */
  libraryIds?: number[] | undefined
  /** Of what a device has sent. */
  sentDigest?: Buffer
}

/** Compares, and writes down that it was done, by whom and with what outcome. Who is similar enough is suggested, no more. */
export async function compare(
  faces: Faces,
  sql: Sql,
  { tenantId, audit }: Searcher,
  { about, looked, pictureId }: { about: About; looked: LookedAt; pictureId: number },
): Promise<{ id: number; state: CaptureState; similarity: number | null }> {
  const now = Date.now()
  // Nobody erases or changes a sample between the look at it and the row that names it.
  await holdFaces(sql, tenantId)
  const gallery = await faces.galleries.of(sql, tenantId, looked.model)
  const { nearest, compared } = nearestIn(gallery, looked.embedding, {
    now,
    libraryIds: about.libraryIds && new Set(about.libraryIds),
  })
  const match = nearest && nearest.distance <= MOST_DISTANCE ? nearest : undefined
  const similarity = match ? similarityOf(match.distance) : null
  const state = match ? 'suggested' : 'unknown'
  await rowsOf(sql, tables.updateTable('face_picture').set({ use: 'capture' }).where('id', '=', pictureId))
  const row = await firstOf(
    sql,
    tables
      .insertInto('face_capture')
      .values({
        tenant_id: tenantId,
        created_at: now,
        updated_at: now,
        picture_id: pictureId,
        device_id: about.deviceId ?? null,
        place: about.place,
        at: about.at,
        state,
        sample_id: match?.sample.sampleId ?? null,
        similarity,
        expires_at: now + (match ? CAPTURE_KEPT_MS : UNKNOWN_KEPT_MS),
        sent_digest: about.sentDigest ?? null,
      })
      .returning('id'),
  )
  if (!row) throw new Error('The capture was not stored')
  sql.audit({
    tenantId,
    ...audit,
    action: 'face.search',
    entity: 'faceCapture',
    rowId: row.id,
    detail: { compared, similarity, libraries: about.libraryIds ?? 'all', model: looked.model },
  })
  await tellCapture(faces, sql, row.id)
  return { id: row.id, state, similarity }
}

/** Whoever looks at the list of captures hears of it, once this has committed. */
export async function tellCapture({ bus }: Pick<Faces, 'bus'>, sql: Sql, captureId: number): Promise<void> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('face_capture as c')
      .leftJoin('device as d', 'd.id', 'c.device_id')
      .select(['c.id', 'c.version', 'c.tenant_id', 'd.department_id'])
      .where('c.id', '=', captureId),
  )
  if (!row) return
  sql.afterCommit(() =>
    bus.emit('rows.changed', {
      tenantId: row.tenant_id,
      departmentId: row.department_id,
      entity: 'faceCapture',
      rows: [{ id: row.id, version: row.version }],
    }),
  )
}
