// Serves uploaded files under their random names: who knows one may read it, nothing in it can run.
import type { FastifyInstance } from 'fastify'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { RECORDED_FILE } from '../../../src/domain/file/stored-file.ts'
import { WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { contentDisposition } from '../../http/disposition.ts'
import { rangeOf } from '../../http/range.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { namedByType } from './file-name.ts'
import { uploadKey } from './open-upload.ts'
import type { Storages } from './storage.ts'

/** A day: what is removed is soon forgotten by browsers too. */
const CACHE = 'private, max-age=86400, immutable'
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
/** The last use of a file is written down at most this often. */
const READ_MS = HOUR_MS

interface FileRow {
  id: number
  name: string
  content_type: string
  bytes: number
  storage: string
  last_read_at: number | null
}

export function mountServedFiles(
  app: FastifyInstance,
  parts: Pick<Kernel, 'data' | 'log'> & { storages: Storages },
): void {
  const { storages, log } = parts
  app.get<{ Params: { key: string } }>('/files/:key', async (request, reply) => {
    const { key } = request.params
    const file = /^[\w-]{43}$/.test(key) ? await rowOf(parts, key) : undefined
    if (!file) throw new Refused('route.unknown', { status: 404 })
    const plays = /^(audio|video)\//.test(file.content_type)
    const range = plays ? rangeOf(request.headers.range, file.bytes) : undefined
    void reply
      .header('cache-control', CACHE)
      .header('content-security-policy', POLICY)
      .header('cross-origin-resource-policy', 'same-site')
      .header('referrer-policy', 'no-referrer')
      .header('etag', `"${key.slice(0, 22)}"`)
    if (request.headers['if-none-match'] === `"${key.slice(0, 22)}"`) return reply.code(304).send()
    if (plays) void reply.header('accept-ranges', 'bytes')
    if (range === 'none')
      return reply
        .code(416)
        .header('content-range', `bytes */${file.bytes}`)
        .header('cache-control', 'no-store')
        .send()
    const stream = await storages.of(file.storage)?.open(uploadKey(key), range)
    if (!stream) {
      void reply.header('cache-control', 'no-store')
      throw new Refused('route.unknown', { status: 404 })
    }
    if (Date.now() - (file.last_read_at ?? 0) > READ_MS)
      noteRead(parts, file.id).catch(error => log.warn({ err: error }, 'A file could not be noted as read'))
    if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
    // Those that were kept under a name of another type are given out under their own.
    const name = namedByType(file.name, file.content_type)
    const shown = plays || file.content_type.startsWith('image/')
    return reply
      .header('content-type', typeOf(file.content_type))
      .header('content-length', range ? range.end - range.start + 1 : file.bytes)
      .header('content-disposition', contentDisposition(name, shown ? 'inline' : 'attachment'))
      .send(stream)
  })
}

function rowOf({ data }: Pick<Kernel, 'data'>, key: string): Promise<FileRow | undefined> {
  return data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables
        .selectFrom('stored_file')
        .select(['id', 'name', 'content_type', 'bytes', 'storage', 'last_read_at'])
        .where('key', '=', key)
        // These are given to who may play them, and to nobody else.
        .where('kind', '<>', RECORDED_FILE)
        .where('removed_at', 'is', null),
    ),
  )
}

const typeOf = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

async function noteRead({ data }: Pick<Kernel, 'data'>, id: number): Promise<void> {
  await data.scoped(WHOLE, sql =>
    sql.change('update stored_file set last_read_at = $2 where id = $1', [id, Date.now()]),
  )
}
