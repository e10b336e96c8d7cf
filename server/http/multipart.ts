// Receives the one file of an upload: counted while it comes, cut off where it is too large, too slow or broken.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FileKind, MOST_UPLOAD_BYTES } from '../../src/domain/file/stored-file.ts'
import { isFullDisk } from '../full-disk.ts'
import type { Received } from './handlers.ts'
import { Refused } from './refusal.ts'

/** Without a byte for so long the sender is gone, or plays. */
const STALL_MS = 15_000
const FOLDER = 'tmp'
const MOST_FIELDS = 20
/** What a refused sender may still have on the way; read and thrown away, so that the answer reaches them. */
const LEFT_OVER_BYTES = 64 * 1024 * 1024
const LEFT_OVER_MS = 20_000

const tooLarge = {
  image: 'file.imageTooLarge',
  file: 'file.tooLarge',
  video: 'file.videoTooLarge',
  plan: 'file.planTooLarge',
} as const

export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fieldNameSize: 100,
      fieldSize: 1_000,
      fields: MOST_FIELDS,
      files: 2,
      parts: MOST_FIELDS + 2,
      headerPairs: 50,
      // Its own counting is only the second wall.
      fileSize: Math.max(...Object.values(MOST_UPLOAD_BYTES)) + 65_536,
    },
  })
}

/**
 * Reads the form, hands the file with the other fields to `work`, and leaves nothing behind. `file` is the name of the
 * field. A declared length is not believed.
 */
export async function receiveFile<Result>(
  request: FastifyRequest,
  kind: FileKind,
  filesDir: string,
  work: (file: Received, fields: Record<string, unknown>) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw new Refused('file.form', { field: 'file' })
  const folder = join(filesDir, FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `upload-${randomBytes(12).toString('hex')}`)
  try {
    const { received, fields } = await readForm(request, kind, path)
    if (!received) throw new Refused('file.empty', { field: 'file' })
    return await work(received, fields)
  } finally {
    await rm(path, { force: true })
  }
}

interface Form {
  received: Received | undefined
  fields: Record<string, unknown>
}

async function readForm(request: FastifyRequest, kind: FileKind, path: string): Promise<Form> {
  const guard = stallGuard(request.raw)
  try {
    return await Promise.race([readParts(request, kind, path), guard.stalled])
  } catch (error) {
    if (error instanceof Refused) throw error
    if (isFullDisk(error)) {
      request.log.error({ err: error }, 'An upload found no room on the disk')
      throw new Refused('file.noRoom', { field: 'file' })
    }
    request.log.info({ err: error }, 'An upload could not be read')
    throw new Refused('file.form', { field: 'file' })
  } finally {
    guard.stop()
  }
}

async function readParts(request: FastifyRequest, kind: FileKind, path: string): Promise<Form> {
  const fields: Record<string, unknown> = {}
  let received: Received | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (Object.hasOwn(fields, part.fieldname) || part.fieldnameTruncated || part.valueTruncated)
        throw new Refused('field.unknownKey', { field: part.fieldname.slice(0, 100) })
      fields[part.fieldname] = part.value
      continue
    }
    if (received || part.fieldname !== 'file') throw new Refused('file.form', { field: 'file' })
    const bytes = await writeCounted(part.file, path, kind)
    if (bytes === 0) throw new Refused('file.empty', { field: 'file' })
    received = { path, bytes, name: part.filename }
  }
  return { received, fields }
}

/** Writes a stream to a file and answers how many bytes it had; refuses with the first one too many. */
export async function writeCounted(file: Readable, path: string, kind: FileKind): Promise<number> {
  const out = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  let bytes = 0
  try {
    for await (const chunk of file) {
      const { length }: Buffer = chunk
      bytes += length
      if (bytes > MOST_UPLOAD_BYTES[kind]) throw new Refused(tooLarge[kind], { field: 'file' })
      if (!out.write(chunk)) await once(out, 'drain')
    }
    out.end()
    await finished(out)
    return bytes
  } catch (error) {
    out.destroy()
    throw error
  }
}

interface StallGuard {
  /** Rejects once nothing has come for too long. */
  stalled: Promise<never>
  stop(): void
}

function stallGuard(raw: FastifyRequest['raw']): StallGuard {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new Refused('request.timeout', { status: 408 }))
  let timer = setTimeout(end, STALL_MS)
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(end, STALL_MS)
  }
  raw.on('data', alive)
  return {
    stalled: promise,
    stop: () => {
      clearTimeout(timer)
      raw.off('data', alive)
    },
  }
}

/**
 * For an upload that was refused before its end: the rest is read and thrown away. The connection stays until then, since
 * one that is closed under a sender takes the answer along; from one that sends much more, or slowly, it is taken.
 */
export function leaveBody({ raw }: FastifyRequest, reply: FastifyReply, why: unknown): void {
  if (raw.complete || raw.destroyed) return
  if (why instanceof Refused && why.id === 'request.timeout') {
    void reply.header('connection', 'close')
    reply.raw.once('finish', () => raw.destroy())
    return
  }
  let left = LEFT_OVER_BYTES
  const timer = setTimeout(() => raw.destroy(), LEFT_OVER_MS)
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.once('close', () => clearTimeout(timer))
  raw.resume()
}
