// Uploads of large videos over HTTP: for people with their session, and for body-worn recorders with their token.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import {
  beginPartUpload,
  dropPartUpload,
  finishPartUpload,
  ownPartUploads,
  recorderBegin,
  recorderFinish,
  recorderState,
  recorderToken,
  sendPart,
} from '../../../src/contract/endpoints/part-upload.ts'
import { PART_BYTES, sha256 } from '../../../src/domain/recordings/part-upload.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import { withBodyFile } from '../../http/body-file.ts'
import type { ApartContext, Handlers, UploadContext } from '../../http/handlers.ts'
import { bodyOf, Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import { createRecorders } from './recorders.ts'
import {
  beginUpload,
  dropUpload,
  finishUpload,
  keepPart,
  ownUploads,
  type Sender,
  type UploadParts,
  uploadOf,
} from './uploads.ts'

/** Tokens of one address. */
const ASKS = { perSecond: 5, atOnce: 60 }
export const RECORDER_PART = '/recorder/parts/:id/:part'

export interface EvidenceParts extends UploadParts, Pick<Kernel, 'filesDir'> {
  config: UploadParts['config'] & { secrets: Secrets }
}

const senderOf = (context: UploadContext): Sender => {
  const { person, scope, address } = context
  const { userId, userName } = by({ person, address }, person.tenantId)
  return {
    scope,
    tenantId: person.tenantId,
    userId: person.accountId,
    deviceId: null,
    name: person.name,
    departmentId: person.departmentId,
    audit: { userId, userName, address },
  }
}

export function mountEvidence(handlers: Handlers, http: FastifyInstance, parts: EvidenceParts): void {
  handlers.handleApart(beginPartUpload, async (request, context) => {
    const { name, bytes, deviceId = null, takenAt = null, note = null } = request
    const departmentId =
      deviceId === null ? context.person.departmentId : await departmentOfDevice(context, deviceId)
    return beginUpload(parts, senderOf(context), {
      ...{ name, bytes, deviceId, departmentId, note },
      takenAt: takenAt === null ? null : Math.min(takenAt, Date.now()),
    })
  })
  handlers.handleUpload(sendPart, async ({ id, part, sha256: digest }, file, context) => {
    const wanted = { id: Number(id), part: Number(part), sha256: digest, path: file.path, bytes: file.bytes }
    await keepPart(parts, senderOf(context), wanted)
    return { part: wanted.part }
  })
  handlers.handleApart(finishPartUpload, ({ id, sha256: digest }, context) =>
    finishUpload(parts, senderOf(context), id, digest),
  )
  handlers.handleApart(ownPartUploads, (_request, context) => ownUploads(parts, senderOf(context)))
  handlers.handleApart(dropPartUpload, async ({ id }, context) => {
    await dropUpload(parts, senderOf(context), id)
    return null
  })
  mountRecorders(handlers, http, parts)
}

/** Only a device that the person may see. */
async function departmentOfDevice(
  { person, scoped }: ApartContext,
  deviceId: number,
): Promise<number | null> {
  const device = await scoped(sql =>
    firstOf(
      sql,
      tables
        .selectFrom('device')
        .select(['department_id'])
        .where('id', '=', deviceId)
        .where('tenant_id', '=', person.tenantId)
        .where('removed_at', 'is', null),
    ),
  )
  const seen = device && (person.departments?.includes(device.department_id ?? 0) ?? true)
  if (!seen) throw new Refused('field.reference', { field: 'deviceId' })
  return device.department_id ?? person.departmentId
}

function mountRecorders(handlers: Handlers, http: FastifyInstance, parts: EvidenceParts): void {
  const recorders = createRecorders(parts.data, parts.config.secrets, Date.now)
  handlers.handleOpen(recorderToken, async ({ imei, secret }, { address }) => ({
    ...(await recorders.letIn(imei, secret, address)),
    partBytes: PART_BYTES,
  }))
  handlers.handleOpen(recorderBegin, async ({ token, name, bytes, takenAt, note }, { address }) => {
    const sender = await recorders.senderOf(token, address)
    const { deviceId, departmentId } = sender
    return beginUpload(
      parts,
      sender,
      {
        ...{ name, bytes, deviceId, departmentId, note: note ?? null },
        takenAt: takenAt === undefined ? null : Math.min(takenAt, Date.now()),
      },
      true,
    )
  })
  handlers.handleOpen(recorderFinish, async ({ token, id, sha256: digest }, { address }) =>
    finishUpload(parts, await recorders.senderOf(token, address), id, digest),
  )
  handlers.handleOpen(recorderState, async ({ token, id }, { address }) =>
    uploadOf(parts, await recorders.senderOf(token, address), id),
  )
  const bucket = createBucket(ASKS)
  const headers = z.object({ authorization: z.string(), 'x-part-sha256': sha256 })
  const named = z.object({
    id: z.string().check(z.regex(/^\d{1,15}$/)),
    part: z.string().check(z.regex(/^\d{1,15}$/)),
  })
  http.register(async scope => {
    // The bytes of a part are read as they come; nothing of them is taken into memory before the token is known.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    scope.put(RECORDER_PART, async (request, reply) => {
      try {
        if (!bucket(request.ip)) throw new Refused('throttled', { status: 429 })
        const told = headers.safeParse(request.headers)
        const where = named.safeParse(request.params)
        if (!told.success) throw new Refused('field.format', { field: 'X-Part-SHA256' })
        if (!where.success) throw new Refused('route.unknown', { status: 404 })
        const sender = await recorders.senderOf(told.data.authorization.replace(/^Bearer /i, ''), request.ip)
        const part = Number(where.data.part)
        const wanted = {
          filesDir: parts.filesDir,
          most: PART_BYTES,
          tooMany: () => new Refused('upload.partLength', { field: 'file' }),
        }
        await withBodyFile(request.body, wanted, received =>
          keepPart(parts, sender, {
            ...{ id: Number(where.data.id), part, ...received },
            sha256: told.data['x-part-sha256'],
          }),
        )
        return { code: 0, data: { part } }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // What is left of the body is not waited for.
        if (!request.raw.complete) void reply.header('connection', 'close')
        return reply.code(error.status).send(bodyOf(error))
      }
    })
  })
}
