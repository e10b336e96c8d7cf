// Captures that devices send by themselves, with the token of their secret (docs/face-captures.md): the bytes of the picture,
// when and where. A device is told that its capture is here, and nothing about whom it may show: that is for people.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { moment, text } from '../../../src/domain/fields.ts'
import { uploadTypes } from '../../../src/domain/file/stored-file.ts'
import { PLACE_LENGTH } from '../../../src/domain/limits.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { withBodyFile } from '../../http/body-file.ts'
import { refusalOf } from '../../http/issues.ts'
import { readQuery } from '../../http/reading.ts'
import { bodyOf, Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Recorders, Sender } from '../evidence/public.ts'
import { compare } from './compare.ts'
import type { Faces } from './faces.ts'
import { keepPicture } from './pictures.ts'
import { refuseWhileOff } from './switch.ts'

export const DEVICE_CAPTURES = '/recorder/captures'
/** A camera's picture, whole: faces are cut out of nothing here. */
const MOST_BYTES = 2 * 1024 * 1024
/** Captures of one device: what waits for the engine is seconds old at most. */
const RATE = { perSecond: 1, atOnce: 20 }

/** As text: they stand in the address. */
const about = z.strictObject({
  at: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{1,16}$/, { error: 'type' })), z.pipe(z.transform(Number), moment)),
  ),
  place: z.optional(text(PLACE_LENGTH)),
})

export function mountDeviceCaptures(
  http: FastifyInstance,
  faces: Faces,
  recorders: Pick<Recorders, 'senderOf'>,
): void {
  const mayFrom = createBucket(RATE)
  http.register(async scope => {
    // Nothing of a picture is taken in before the token is known.
    scope.addContentTypeParser([...uploadTypes.image], (_request, body, done) => done(null, body))
    scope.post(DEVICE_CAPTURES, async (request, reply) => {
      try {
        const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '')
        const sender = await recorders.senderOf(token, request.ip)
        if (!mayFrom(String(sender.deviceId))) throw new Refused('throttled', { status: 429 })
        const query = readQuery(request.url)
        const asked = z.safeParse(about, query)
        if (!asked.success) throw refusalOf(asked.error.issues, query)
        const wanted = {
          filesDir: faces.filesDir,
          most: MOST_BYTES,
          tooMany: () => new Refused('file.tooLarge', { field: 'file' }),
        }
        const id = await withBodyFile(request.body, wanted, file =>
          takeCapture(faces, sender, file, asked.data),
        )
        return { code: 0, data: { id } }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // What is left of the body is not waited for.
        if (!request.raw.complete) void reply.header('connection', 'close')
        return reply.code(error.status).send(bodyOf(error))
      }
    })
  })
}

async function takeCapture(
  faces: Faces,
  sender: Sender,
  file: { path: string; bytes: number },
  { at, place }: z.output<typeof about>,
): Promise<number> {
  const { scope, tenantId, deviceId } = sender
  if (deviceId === null) throw new Refused('session.ended')
  if (faces.engine.kind === 'none') throw new Refused('face.noEngine')
  const sentDigest = createHash('sha256')
    .update(await readFile(file.path))
    .digest()
  const taken = Math.min(at ?? Date.now(), Date.now())
  const known = await faces.data.scoped(scope, async sql => {
    await refuseWhileOff(sql, tenantId)
    return firstOf(
      sql,
      tables
        .selectFrom('face_capture')
        .select('id')
        .where('device_id', '=', deviceId)
        .where('at', '=', taken)
        .where('sent_digest', '=', sentDigest),
    )
  })
  // Its answer was lost on the way, so the device has sent it again.
  if (known) return known.id
  const received = { ...file, name: 'capture' }
  const { id: pictureId, looked } = await keepPicture(faces, received, sender, { remembers: false })
  if (!looked) throw new Refused('face.noEngine')
  const { id } = await faces.data.scoped(scope, async sql => {
    const device = await firstOf(
      sql,
      tables.selectFrom('device').select('install_location').where('id', '=', deviceId),
    )
    const whereTaken = place?.trim() || device?.install_location || null
    return compare(faces, sql, sender, {
      about: { deviceId, place: whereTaken, at: taken, sentDigest },
      looked,
      pictureId,
    })
  })
  return id
}
