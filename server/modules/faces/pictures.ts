// Pictures of faces: cleaned and looked at before they are kept, and given out to nobody who may not see them.
import { randomBytes } from 'node:crypto'
import { qualityOf } from '../../../src/domain/face/quality.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { ApartContext, FileAnswer, Received } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { cleanName, holdQuota, rewritePicture, typeOf } from '../files/public.ts'
import type { Searcher } from './compare.ts'
import { faceChecksRound } from './face-checks-round.ts'
import type { Faces } from './faces.ts'
import { type LookedAt, lookAt } from './measure.ts'
import { sealEmbedding } from './seal.ts'
import { refuseWhileOff } from './switch.ts'

/** Uploaded pictures of a tenant that are no samples yet. */
const MOST_WAITING = 1_000

/** Where the bytes of a picture are: its random name is its key there. */
export const faceKey = (key: string) => `faces/${key.slice(0, 2)}/${key}`

/** The address of a picture that is no sample yet. */
export const ADDRESS = '/api/user/face/picture?key='

export interface KeptPicture {
  id: number
  key: string
  looked: LookedAt | undefined
}

/**
 * Cleans a picture, looks at it and keeps it. The row is there before the bytes: a server that dies in between leaves
 * no bytes that no row knows, and what waits too long is erased. Without `remembers` no embedding is stored.
 */
export async function keepPicture(
  faces: Faces,
  file: Received,
  { scope, tenantId }: Pick<Searcher, 'scope' | 'tenantId'>,
  { remembers }: { remembers: boolean },
): Promise<KeptPicture> {
  const { data, storages, engine, key: sealing } = faces
  await data.scoped(scope, sql => refuseMore(sql, tenantId))
  const type = await typeOf(file.path, 'image', file.name)
  const picture = await rewritePicture(file.path, type)
  const looked = await lookAt(file.path, engine)
  // Samples that another engine has looked at would never be found again: they are looked at anew.
  if (looked && faces.learnModel(looked.model)) faces.jobs.nudge(faceChecksRound)
  const key = randomBytes(32).toString('base64url')
  const storage = storages.now
  const row = await data.scoped(scope, async sql => {
    // Turned off while the engine looked: nothing is kept any more.
    await refuseWhileOff(sql, tenantId)
    await holdQuota(sql, tenantId, picture.bytes, faces.quota)
    return firstOf(
      sql,
      tables
        .insertInto('face_picture')
        .values({
          tenant_id: tenantId,
          created_at: Date.now(),
          key,
          storage: storage.place,
          content_type: picture.type,
          bytes: picture.bytes,
          name: cleanName(file.name),
          use: 'waiting',
          ...(looked && remembers && found(sealing, tenantId, looked)),
        })
        .returning('id'),
    )
  })
  if (!row) throw new Error('The picture was not stored')
  await storage.put(faceKey(key), { path: file.path, bytes: picture.bytes, type: picture.type })
  return { id: row.id, key, looked }
}

/** What is remembered of a picture. */
export function found(sealing: Buffer, tenantId: number, { model, embedding, figures }: LookedAt) {
  return {
    model,
    embedding: sealEmbedding(sealing, embedding, { tenantId, model }),
    quality: qualityOf(figures),
    face_size: figures.size,
    sharpness: Math.round(figures.sharpness),
    brightness: Math.round(figures.brightness),
  }
}

async function refuseMore(sql: Sql, tenantId: number): Promise<void> {
  await refuseWhileOff(sql, tenantId)
  const row = await firstOf(
    sql,
    tables
      .selectFrom('face_picture')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('tenant_id', '=', tenantId)
      .where('use', '=', 'waiting'),
  )
  if (Number(row?.n ?? 0) >= MOST_WAITING) throw new Refused('face.waiting')
}

/** Gives a picture out, after `find` has found that the person may see it. Nothing on the way keeps a copy. */
export async function givePicture(
  faces: Faces,
  context: ApartContext,
  find: (sql: Sql) => Promise<number | undefined>,
): Promise<FileAnswer> {
  const id = await context.scoped(find)
  const picture = id === undefined ? undefined : await openPicture(faces, id)
  if (!picture) throw new Refused('row.unknown')
  context.header('cache-control', 'no-store')
  return picture
}

/** The bytes of a picture, for whoever has found that they may be given out. */
export async function openPicture(
  { data, storages }: Pick<Faces, 'data' | 'storages'>,
  id: number,
): Promise<FileAnswer | undefined> {
  const row = await data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables
        .selectFrom('face_picture')
        .select(['key', 'storage', 'bytes', 'content_type'])
        .where('id', '=', id),
    ),
  )
  const stream = row && (await storages.of(row.storage)?.open(faceKey(row.key)))
  return row && stream && { stream, bytes: row.bytes, name: 'face', type: row.content_type }
}
