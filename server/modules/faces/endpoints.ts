// Faces beyond the generic endpoints: the switch, uploads, pictures for who may see them, and comparing a capture.
import * as face from '../../../src/contract/endpoints/face.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import { by, holdRows } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers, UploadContext } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { type About, compare, type Searcher } from './compare.ts'
import { eraseWaiting } from './erase.ts'
import type { Faces } from './faces.ts'
import { ADDRESS, givePicture, keepPicture } from './pictures.ts'
import { stateOf, turnOff, turnOn } from './switch.ts'

interface FaceTables {
  samples: Store
  captures: Store
}

export function mountFaces(handlers: Handlers, faces: Faces, { samples, captures }: FaceTables): void {
  handlers.handle(face.faceState, async (_request, { sql, person }) => ({
    ...(await stateOf(sql, person.tenantId)),
    engine: faces.engine.kind,
  }))
  handlers.handle(face.turnFacesOn, ({ duties }, context) => turnOn(context, duties))
  handlers.handle(face.turnFacesOff, (_request, context) => turnOff(context))

  handlers.handleUpload(face.uploadFaceImage, async (_fields, file, context) => {
    const { key } = await keepPicture(faces, file, keeperOf(context), { remembers: true })
    return `${ADDRESS}${key}`
  })
  handlers.handle(face.waitingFaces, async (_request, { sql, person }) => {
    const rows = await rowsOf(
      sql,
      tables
        .selectFrom('face_picture')
        .select(['key', 'name', 'model', 'quality', 'face_size', 'sharpness', 'brightness'])
        .where('tenant_id', '=', person.tenantId)
        .where('use', '=', 'waiting')
        .orderBy('created_at', 'desc')
        .limit(1_000),
    )
    return rows.map(({ key, name, model, face_size, ...figures }) => ({
      picture: `${ADDRESS}${key}`,
      name,
      check: model === null ? ('unchecked' as const) : ('checked' as const),
      faceSize: face_size,
      ...figures,
    }))
  })
  handlers.handle(face.discardFaces, async ({ pictures }, { sql, person }) => {
    const keys = pictures.flatMap(picture =>
      picture.startsWith(ADDRESS) ? [picture.slice(ADDRESS.length)] : [],
    )
    const rows = await rowsOf(
      sql,
      tables
        .selectFrom('face_picture')
        .select('id')
        .where('tenant_id', '=', person.tenantId)
        .where('key', 'in', [...keys, '']),
    )
    await eraseWaiting(
      sql,
      faces,
      rows.map(({ id }) => id),
    )
    return null
  })

  handlers.handleApart(face.waitingPicture, ({ key }, context) =>
    givePicture(faces, context, async sql => {
      const row = await firstOf(
        sql,
        tables
          .selectFrom('face_picture')
          .select('id')
          .where('key', '=', key)
          .where('tenant_id', '=', context.person.tenantId)
          .where('use', '=', 'waiting'),
      )
      return row?.id
    }),
  )
  handlers.handleApart(face.samplePicture, ({ id }, context) =>
    givePicture(faces, context, async sql => {
      await readRow(samples, id, { ...context, sql })
      return pictureOfSample(sql, id)
    }),
  )
  handlers.handleApart(face.capturePicture, ({ id, of }, context) =>
    givePicture(faces, context, async sql => {
      await readRow(captures, id, { ...context, sql })
      const row = await firstOf(
        sql,
        tables.selectFrom('face_capture').select(['picture_id', 'sample_id']).where('id', '=', id),
      )
      if (of === 'captured') return row?.picture_id
      return row?.sample_id == null ? undefined : pictureOfSample(sql, row.sample_id)
    }),
  )

  handlers.handleUpload(face.uploadCapture, async (fields, file, context) => {
    // Without an engine nothing would ever be found: then nobody's picture is kept either.
    if (faces.engine.kind === 'none') throw new Refused('face.noEngine')
    const about: About = {
      deviceId: fields.deviceId,
      place: fields.place?.trim() || null,
      at: Math.min(fields.at ?? Date.now(), Date.now()),
      libraryIds: fields.libraryIds === undefined ? undefined : fields.libraryIds.split(',').map(Number),
    }
    await faces.data.scoped(context.scope, sql => refuseForeign(sql, context, about))
    const { id, looked } = await keepPicture(faces, file, keeperOf(context), { remembers: false })
    if (!looked) throw new Refused('face.noEngine')
    return faces.data.scoped(context.scope, sql =>
      compare(faces, sql, keeperOf(context), { about, looked, pictureId: id }),
    )
  })
}

const keeperOf = ({ person, scope, address }: UploadContext): Searcher => {
  const { tenantId, userId, userName } = by({ person, address }, person.tenantId)
  return { scope, tenantId, audit: { userId, userName, address } }
}

async function pictureOfSample(sql: Sql, id: number): Promise<number | undefined> {
  const row = await firstOf(sql, tables.selectFrom('face_sample').select('picture_id').where('id', '=', id))
  return row?.picture_id
}

/** A device and libraries of another tenant, or of a department that the person does not see, are as if there were none. */
async function refuseForeign(
  sql: Sql,
  { person }: UploadContext,
  { deviceId, libraryIds }: About,
): Promise<void> {
  const { tenantId, departments } = person
  const device =
    deviceId === undefined ||
    (await sql.first(
      `select id from device where id = $1 and tenant_id = $2 and removed_at is null
         and ($3::bigint[] is null or department_id = any($3))`,
      [deviceId, tenantId, departments === null ? null : [...departments]],
    ))
  if (!device) throw new Refused('field.reference', { field: 'deviceId' })
  if (libraryIds && !(await holdRows(sql, 'face_library', libraryIds, tenantId)))
    throw new Refused('field.reference', { field: 'libraryIds' })
}
