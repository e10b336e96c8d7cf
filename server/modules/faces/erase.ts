// Erasure: rows, figures, embeddings and matches go in one transaction, which also writes down what the storage has to
// lose; a round then takes the bytes away, and tries again as long as it has to.
import { DAY_MS } from '../../../src/domain/durations.ts'
import { WAITING_KEPT_MS } from '../../../src/domain/face/duties.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { defineRound } from '../../jobs/definition.ts'
import type { Faces } from './faces.ts'
import { faceKey } from './pictures.ts'
import { outdateGallery } from './switch.ts'

export const facesRound = defineRound({
  name: 'faces',
  timeoutSeconds: 1_800,
  pollSeconds: 15,
  cron: '41 * * * *',
})

const AT_ONCE = 500

type Erasing = Pick<Faces, 'jobs' | 'galleries'>

/** Pictures that nothing else needs: their rows go now, their bytes as soon as this has committed. */
async function dropPictures(
  sql: Sql,
  { jobs }: Pick<Faces, 'jobs'>,
  pictureIds: readonly number[],
): Promise<void> {
  if (pictureIds.length === 0) return
  await sql.change(
    `with gone as (delete from face_picture where id = any($1::bigint[]) returning tenant_id, key, storage)
     insert into face_erasure (tenant_id, key, storage, at) select tenant_id, key, storage, $2 from gone`,
    [pictureIds, Date.now()],
  )
  sql.afterCommit(() => jobs.nudge(facesRound))
}

/** Pictures that were uploaded and are no sample; of those in use none goes. */
export async function eraseWaiting(sql: Sql, erasing: Erasing, pictureIds: readonly number[]): Promise<void> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('face_picture')
      .select('id')
      .where('id', 'in', [...pictureIds, 0])
      .where('use', '=', 'waiting')
      .forUpdate(),
  )
  await dropPictures(sql, erasing, idsOf(rows))
}

/** Captures with their pictures. */
export async function eraseCaptures(
  sql: Sql,
  erasing: Erasing,
  captureIds: readonly number[],
): Promise<void> {
  const rows = await rowsOf(
    sql,
    tables
      .deleteFrom('face_capture')
      .where('id', 'in', [...captureIds, 0])
      .returning('picture_id'),
  )
  await dropPictures(
    sql,
    erasing,
    rows.map(({ picture_id }) => picture_id),
  )
}

/**
 * Samples with all that came of them: captures that show their person go too, and those that were said to show
 * somebody else forget whom they were compared with.
 */
export async function eraseSamples(
  sql: Sql,
  erasing: Erasing,
  tenantId: number,
  sampleIds: readonly number[],
): Promise<void> {
  const ids = [...sampleIds, 0]
  const shown = await rowsOf(
    sql,
    tables
      .selectFrom('face_capture')
      .select('id')
      .where('sample_id', 'in', ids)
      .where('state', 'in', ['suggested', 'confirmed'])
      .forUpdate(),
  )
  await eraseCaptures(sql, erasing, idsOf(shown))
  await sql.change(
    `update face_capture set sample_id = null, similarity = null, version = version + 1, updated_at = $2
     where sample_id = any($1::bigint[])`,
    [ids, Date.now()],
  )
  // The answer to the call that saved it is kept for a repetition of the call, with the name in it.
  await sql.change(
    `delete from idempotency where endpoint = '/api/user/faceSample/save'
       and (answer -> 'data' ->> 'id')::bigint = any($1::bigint[])`,
    [ids],
  )
  const samples = await rowsOf(
    sql,
    tables.deleteFrom('face_sample').where('id', 'in', ids).returning('picture_id'),
  )
  await dropPictures(
    sql,
    erasing,
    samples.map(({ picture_id }) => picture_id),
  )
  await outdateGallery(sql, tenantId)
  sql.afterCommit(() => erasing.galleries.drop(tenantId))
}

/** The picture of a sample was replaced: the old one goes. */
export const dropReplaced = (sql: Sql, erasing: Erasing, pictureId: number): Promise<void> =>
  dropPictures(sql, erasing, [pictureId])

/** One round: what is over is erased, and the storage loses what it must. */
export async function eraseWhatIsOver(faces: Faces, now: number): Promise<void> {
  const { data } = faces
  await data.scoped(WHOLE, async sql => {
    const over = await takeOverdue(sql, 'face_sample', now)
    for (const [tenantId, rows] of Map.groupBy(over, row => row.tenant_id)) {
      await eraseSamples(sql, faces, tenantId, idsOf(rows))
      for (const { id } of rows) tell(sql, tenantId, 'faceSample', id)
    }
  })
  await data.scoped(WHOLE, async sql => {
    const over = await takeOverdue(sql, 'face_capture', now)
    await eraseCaptures(sql, faces, idsOf(over))
    for (const { id, tenant_id } of over) tell(sql, tenant_id, 'faceCapture', id)
  })
  await data.scoped(WHOLE, async sql => {
    const over = await rowsOf(
      sql,
      tables
        .selectFrom('face_picture')
        .select('id')
        .where('use', '=', 'waiting')
        .where('created_at', '<=', now - WAITING_KEPT_MS)
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    await eraseWaiting(sql, faces, idsOf(over))
  })
  await takeBytesAway(faces, now)
}

/** What has ended by now, as much as goes at once; another server's round leaves it alone. */
const takeOverdue = (sql: Sql, table: 'face_sample' | 'face_capture', now: number) =>
  rowsOf(
    sql,
    tables
      .selectFrom(table)
      .select(['id', 'tenant_id'])
      .where('expires_at', '<=', now)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked(),
  )

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

function tell(sql: Sql, tenantId: number, entity: string, rowId: number): void {
  const nobody = { userId: null, userName: null, address: null }
  sql.audit({ tenantId, ...nobody, action: `${entity}.expire`, entity, rowId, detail: null })
}

async function takeBytesAway({ data, storages, log }: Faces, now: number): Promise<void> {
  const rows = await data.scoped(WHOLE, sql =>
    rowsOf(
      sql,
      tables.selectFrom('face_erasure').select(['id', 'key', 'storage', 'at']).orderBy('id').limit(AT_ONCE),
    ),
  )
  for (const { id, key, storage, at } of rows) {
    try {
      const place = storages.of(storage)
      if (!place) throw new Error(`There is no storage ${storage}`)
      await place.remove(faceKey(key))
      await data.scoped(WHOLE, sql => sql.change('delete from face_erasure where id = $1', [id]))
    } catch (error) {
      const level = at < now - DAY_MS ? 'error' : 'warn'
      log[level]({ err: error }, 'The picture of an erased face could not be taken from the storage yet')
    }
  }
}
