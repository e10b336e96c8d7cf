// Samples that were taken while no engine was there, or that another engine has looked at, are looked at once there is one:
// until then they are compared with nothing. What cannot be used says why, and waits for a better picture.
import { buffer } from 'node:stream/consumers'
import { faceFlaw } from '../../../src/domain/face/face.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Faces } from './faces.ts'
import { type LookedAt, lookAt } from './measure.ts'
import { faceKey, found } from './pictures.ts'
import { refuseUnfit } from './stores.ts'
import { holdFaces, outdateGallery } from './switch.ts'

/** Pictures in a row that the engine fails at: then it is the engine, and the next round tries again. */
const MOST_FAILURES = 3

interface Unchecked {
  /** Of the sample. */
  id: number
  tenant_id: number
  picture_id: number
  key: string
  storage: string
}

/** Looks at all of them, one after the other; answers how many have been settled. */
export async function checkSamples(faces: Faces, signal?: AbortSignal): Promise<number> {
  const { data, engine, log } = faces
  if (engine.kind === 'none') return 0
  let [settled, failures, after] = [0, 0, 0]
  while (failures < MOST_FAILURES && !signal?.aborted) {
    const next = await data.scoped(WHOLE, sql => nextUnchecked(sql, after, faces.model()))
    if (!next) return settled
    after = next.id
    try {
      if (await check(faces, next)) settled++
      failures = 0
    } catch (error) {
      failures++
      log.warn({ err: error, sample: next.id }, 'A sample could not be checked yet')
    }
  }
  return settled
}

/** Of tenants that work with faces; without a known engine those that none has looked at. */
async function nextUnchecked(
  sql: Sql,
  after: number,
  model: string | undefined,
): Promise<Unchecked | undefined> {
  return firstOf(
    sql,
    tables
      .selectFrom('face_sample as s')
      .innerJoin('face_picture as p', 'p.id', 's.picture_id')
      .innerJoin('face_setting as f', 'f.tenant_id', 's.tenant_id')
      .select(['s.id', 's.tenant_id', 's.picture_id', 'p.key', 'p.storage'])
      .where('f.on_at', 'is not', null)
      .where('s.id', '>', after)
      .where('p.flaw', 'is', null)
      .where(({ eb, or }) =>
        or([eb('p.model', 'is', null), ...(model === undefined ? [] : [eb('p.model', '<>', model)])]),
      )
      .orderBy('s.id')
      .limit(1),
  )
}

/** Answers whether something is known of it now. */
async function check(faces: Faces, { id, tenant_id, picture_id, key, storage }: Unchecked): Promise<boolean> {
  const bytes = await faces.storages.of(storage)?.open(faceKey(key))
  if (!bytes) throw new Error('The picture of a sample is not in the storage')
  const looked = await lookAt(await buffer(bytes), faces.engine).catch(flawOf)
  if (looked === undefined) return false
  if (typeof looked !== 'string') faces.learnModel(looked.model)
  return faces.data.scoped({ tenant: tenant_id }, async sql => {
    await holdFaces(sql, tenant_id)
    const sample = await firstOf(
      sql,
      tables
        .selectFrom('face_sample')
        .select(['library_id', 'person_name', 'birth_date', 'version'])
        .where('id', '=', id)
        // It may have been erased or given another picture since.
        .where('picture_id', '=', picture_id),
    )
    if (!sample) return false
    const flaw = await keepFindings(faces, sql, {
      id,
      tenantId: tenant_id,
      pictureId: picture_id,
      sample,
      looked,
    })
    await outdateGallery(sql, tenant_id)
    const nobody = { userId: null, userName: null, address: null }
    const said = { action: 'faceSample.check', entity: 'faceSample', rowId: id, detail: { flaw } }
    sql.audit({ tenantId: tenant_id, ...nobody, ...said })
    sql.afterCommit(() =>
      faces.bus.emit('rows.changed', {
        tenantId: tenant_id,
        departmentId: 'any',
        entity: 'faceSample',
        rows: [{ id, version: sample.version }],
      }),
    )
    return true
  })
}

/** What makes a picture unusable; what else went wrong is nothing about the picture. */
function flawOf(error: unknown): string {
  if (error instanceof Refused && faceFlaw.safeParse(error.id).success) return error.id
  throw error
}

interface Findings {
  id: number
  tenantId: number
  pictureId: number
  sample: { library_id: number; person_name: string; birth_date: string }
  looked: LookedAt | string
}

/** Answers the flaw, null where there is none. */
async function keepFindings(
  faces: Faces,
  sql: Sql,
  { id, tenantId, pictureId, sample, looked }: Findings,
): Promise<string | null> {
  const keep = (
    columns: Partial<Omit<ReturnType<typeof found>, 'embedding'>> & {
      flaw: string | null
      embedding: Buffer | null
    },
  ) => rowsOf(sql, tables.updateTable('face_picture').set(columns).where('id', '=', pictureId))
  if (typeof looked === 'string') {
    await keep({ flaw: looked, embedding: null })
    return looked
  }
  const findings = found(faces.key, tenantId, looked)
  const about = { libraryId: sample.library_id, personName: sample.person_name, birthDate: sample.birth_date }
  try {
    await refuseUnfit(faces, sql, tenantId, {
      sample: about,
      picture: { id: pictureId, ...findings },
      own: id,
    })
  } catch (error) {
    const flaw = flawOf(error)
    // Its figures are told; it is compared with nothing.
    await keep({ ...findings, embedding: null, flaw })
    return flaw
  }
  await keep({ ...findings, flaw: null })
  return null
}
