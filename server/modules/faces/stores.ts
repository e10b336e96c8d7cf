// How libraries, samples and captures are stored, and what is refused before they are.
import * as z from 'zod/mini'
import {
  CAPTURE_KEPT_MS,
  consentFlaw,
  FILING_AT_PEOPLE,
  tidyLabels,
  UNKNOWN_KEPT_MS,
} from '../../../src/domain/face/duties.ts'
import { faceCapture, faceLibrary, faceSample } from '../../../src/domain/face/face.ts'
import { similarityOf } from '../../../src/domain/face/quality.ts'
import { BYTES_32 } from '../../../src/domain/limits.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { tellCapture } from './compare.ts'
import { dropReplaced, eraseCaptures, eraseSamples } from './erase.ts'
import type { Faces } from './faces.ts'
import { distanceAt } from './gallery.ts'
import { ADDRESS } from './pictures.ts'
import { openEmbedding } from './seal.ts'
import { holdFaces, outdateGallery, refuseWhileOff } from './switch.ts'

/** The address of a sample's picture, by its row. */
const OWN_ADDRESS = '/api/user/faceSample/picture?id='

const libraryStore: Store = {
  entity: faceLibrary,
  table: {
    name: 'face_library',
    columns: { sampleCount: '(select count(*) from face_sample x where x.library_id = t.id)' },
    unique: { face_library_name: 'name' },
    usedBy: [{ table: 'face_sample', column: 'library_id' }],
    beforeSave: async ({ context, tenantId }) => {
      await refuseWhileOff(context.sql, tenantId)
      return undefined
    },
  },
}

export function faceStores(faces: Faces): Store[] {
  return [libraryStore, sampleStore(faces), captureStore(faces)]
}

function sampleStore(faces: Faces): Store {
  return {
    entity: faceSample,
    table: {
      name: 'face_sample',
      joins: 'join face_picture p on p.id = t.picture_id',
      columns: {
        picture: `'${OWN_ADDRESS}' || t.id`,
        check: `case when p.flaw is not null then 'unusable' when p.model is null then 'unchecked' else 'checked' end`,
        flaw: 'p.flaw',
        quality: 'p.quality',
        faceSize: 'p.face_size',
        sharpness: 'p.sharpness',
        brightness: 'p.brightness',
      },
      apart: ['picture'],
      // Erased is erased: the audit log, which forgets nothing, never knew them.
      forgettable: ['personName', 'labels', 'birthDate', 'guardianName', 'picture'],
      beforeSave: saving => enrol(faces, saving),
      afterSave: async ({ context: { sql }, id, tenantId, before, input }) => {
        await sql.change(
          `update face_picture set use = 'sample' where id = (select picture_id from face_sample where id = $1)`,
          [id],
        )
        if (before && typeof input.replacedPictureId === 'number')
          await dropReplaced(sql, faces, input.replacedPictureId)
        await outdateGallery(sql, tenantId)
      },
      commands: {
        erase: ({ context, row, tenantId }) => eraseSamples(context.sql, faces, tenantId, [row.id]),
        withdraw: commanding => withdrawConsent(faces, commanding),
      },
    },
  }
}

/**
 * A person takes their consent back: every sample of theirs goes, in whatever library, with all that came of them. Nobody
 * else is told by the name and the birthday alone.
 */
async function withdrawConsent(faces: Faces, { context: { sql }, row, tenantId }: Commanding): Promise<void> {
  const { personName, birthDate } = z.parse(z.object({ personName: z.string(), birthDate: z.string() }), row)
  const samples = await rowsOf(
    sql,
    tables
      .selectFrom('face_sample')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('birth_date', '=', birthDate)
      .where(({ eb, fn }) => eb(fn('lower', [fn('btrim', ['person_name'])]), '=', folded(personName))),
  )
  await eraseSamples(
    sql,
    faces,
    tenantId,
    samples.map(({ id }) => id),
  )
}

const given = z.object({
  libraryId: z.int(),
  personName: z.string(),
  picture: z.string(),
  labels: z.optional(z.nullable(z.string())),
  birthDate: z.string(),
  consentAt: z.int(),
  expiresAt: z.int(),
  guardianName: z.optional(z.nullable(z.string())),
  guardianAt: z.optional(z.nullable(z.int())),
})
type Sample = z.output<typeof given>

interface Picture {
  id: number
  model: string | null
  embedding: Buffer | null
  quality: number | null
}

async function enrol(faces: Faces, { context, input, before, tenantId }: Saving) {
  const { sql } = context
  await holdFaces(sql, tenantId)
  const sample = z.parse(given, { ...before, ...input })
  const flaw = consentFlaw(sample, Date.now())
  if (flaw) throw new Refused(flaw.id, { field: flaw.field })
  if (!before) await refuseMore(sql, tenantId)
  const picture = await pictureOf(sql, tenantId, sample.picture, before?.id)
  await refuseUnfit(faces, sql, tenantId, { sample, picture, own: before?.id })
  const stored = before && (await ownPicture(sql, before.id))
  // Told to what runs once the row is written.
  if (stored && stored.id !== picture.id) input.replacedPictureId = stored.id
  return { picture_id: picture.id, labels: sample.labels ? tidyLabels(sample.labels) : null }
}

async function refuseMore(sql: Sql, tenantId: number): Promise<void> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('face_sample')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('tenant_id', '=', tenantId),
  )
  if (Number(row?.n ?? 0) >= FILING_AT_PEOPLE - 1) throw new Refused('face.tooMany')
}

const PICTURE = ['p.id', 'p.model', 'p.embedding', 'p.quality'] as const

const ownPicture = (sql: Sql, sampleId: number): Promise<Picture | undefined> =>
  firstOf(
    sql,
    tables
      .selectFrom('face_picture as p')
      .innerJoin('face_sample as s', 's.picture_id', 'p.id')
      .select(PICTURE)
      .where('s.id', '=', sampleId),
  )

/** The picture that a form or a row of a sheet names: the sample's own, one that was uploaded, or one by its file's name. */
async function pictureOf(
  sql: Sql,
  tenantId: number,
  named: string,
  sampleId: number | undefined,
): Promise<Picture> {
  const field = 'picture'
  if (named.trim() === '') throw new Refused('face.mustUpload', { field })
  if (sampleId !== undefined && named === `${OWN_ADDRESS}${sampleId}`) {
    const own = await ownPicture(sql, sampleId)
    if (own) return own
  }
  const key = named.startsWith(ADDRESS) ? named.slice(ADDRESS.length) : undefined
  const waiting = tables
    .selectFrom('face_picture as p')
    .select(PICTURE)
    .where('p.tenant_id', '=', tenantId)
    .where('p.use', '=', 'waiting')
    .limit(2)
    .forUpdate()
  const found = await rowsOf(
    sql,
    key !== undefined && BYTES_32.test(key)
      ? waiting.where('p.key', '=', key)
      : waiting.where(({ eb, fn }) => eb(fn('lower', ['p.name']), '=', named.trim().toLowerCase())),
  )
  const [picture] = found
  if (found.length > 1) throw new Refused('import.ambiguous', { field })
  if (!picture) throw new Refused('face.mustUpload', { field })
  return picture
}

interface Enrolling {
  sample: Pick<Sample, 'libraryId' | 'personName' | 'birthDate'>
  picture: Picture
  /** The sample that is changed. */
  own: number | undefined
}

const folded = (name: string) => name.trim().toLowerCase()

/** The three thresholds of the library. Of what was not checked nothing is known, and nothing refused. */
export async function refuseUnfit(
  { galleries, key }: Faces,
  sql: Sql,
  tenantId: number,
  { sample, picture, own }: Enrolling,
): Promise<void> {
  const { model, embedding: sealed, quality } = picture
  if (model === null || sealed === null || quality === null) return
  const library = await firstOf(
    sql,
    tables
      .selectFrom('face_library')
      .select(['quality_threshold', 'intra_threshold', 'inter_threshold'])
      .where('id', '=', sample.libraryId),
  )
  if (!library) throw new Refused('field.reference', { field: 'libraryId' })
  const least = library.quality_threshold
  if (quality < least) throw new Refused('face.quality', { field: 'picture', params: { quality, least } })
  const embedding = openEmbedding(key, sealed, { tenantId, model })
  if (!embedding) throw new Error('The embedding of a picture cannot be opened')
  const gallery = await galleries.of(sql, tenantId, model)
  for (const [at, other] of gallery.samples.entries()) {
    if (other.libraryId !== sample.libraryId || other.sampleId === own) continue
    const similarity = similarityOf(distanceAt(gallery, at, embedding))
    const same =
      folded(other.personName) === folded(sample.personName) && other.birthDate === sample.birthDate
    if (same && similarity < library.intra_threshold)
      throw new Refused('face.notSamePerson', { field: 'picture' })
    if (!same && similarity >= library.inter_threshold)
      throw new Refused('face.otherPerson', { field: 'picture' })
  }
}

function captureStore(faces: Faces): Store {
  const ofSample = (column: string) => `(select x.${column} from face_sample x where x.id = t.sample_id)`
  return {
    entity: faceCapture,
    table: {
      name: 'face_capture',
      columns: {
        personName: ofSample('person_name'),
        labels: ofSample('labels'),
        libraryName: `(select l.name from face_sample x join face_library l on l.id = x.library_id where x.id = t.sample_id)`,
      },
      // Who sees some departments sees what their devices have taken.
      visible: ({ person }, bind) =>
        person.departments === null
          ? undefined
          : `exists (select from device d where d.id = t.device_id and d.department_id = any(${bind([...person.departments])}::bigint[]))`,
      afterChange: ({ context, id }) => tellCapture(faces, context.sql, id),
      commands: {
        confirm: commanding => judge(commanding, 'confirmed', CAPTURE_KEPT_MS),
        // It shows nobody that is looked for: it is kept no longer than other strangers.
        refuse: commanding => judge(commanding, 'refused', UNKNOWN_KEPT_MS),
        reopen: commanding => judge(commanding, 'suggested', CAPTURE_KEPT_MS),
        erase: ({ context, row }) => eraseCaptures(context.sql, faces, [row.id]),
      },
    },
  }
}

async function judge(
  { context: { sql, person }, row }: Commanding,
  state: 'confirmed' | 'refused' | 'suggested',
  keptMs: number,
): Promise<void> {
  const judged = state !== 'suggested'
  const now = Date.now()
  await sql.change(
    `update face_capture set state = $2, judged_by = $3, judged_at = $4, expires_at = created_at + $5,
       version = version + 1, updated_at = $6 where id = $1`,
    [row.id, state, judged ? person.name : null, judged ? now : null, keptMs, now],
  )
}
