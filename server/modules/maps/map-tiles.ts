// The operator's street tiles: one PMTiles file, read by ranges, by people with a session only.

import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type ByteRange, rangeOf } from '../../http/range.ts'
import { Refused } from '../../http/refusal.ts'
import { liveOf } from '../../http/serve.ts'
import type { MapParts } from './parts.ts'

export const TILES_PATH = '/api/device/map/tiles.pmtiles'

const HEADER_BYTES = 8
const VERSION = 3

/** Size of the configured file; undefined where it is missing or is no PMTiles file of version 3. */
export async function bytesOfTiles(file: string): Promise<number | undefined> {
  try {
    await using handle = await open(resolve(file), 'r')
    const { buffer } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const { size } = await handle.stat()
    return buffer.toString('latin1', 0, 7) === 'PMTiles' && buffer[7] === VERSION ? size : undefined
  } catch {
    return undefined
  }
}

/** Serves the configured file under one address; nothing of the request names a path. */
export function mountMapTiles(app: FastifyInstance, parts: MapParts): void {
  const { tiles } = parts.config.maps
  app.get(TILES_PATH, async (request, reply) => {
    await liveOf(parts, request)
    const unknown = new Refused('route.unknown', { status: 404 })
    if (!tiles) throw unknown
    const handle = await open(resolve(tiles.file), 'r').catch(() => undefined)
    if (!handle) {
      parts.log.warn({ file: tiles.file }, 'The map tiles cannot be read')
      throw unknown
    }
    try {
      const { size, mtimeMs } = await handle.stat()
      // Another file under the same name is another archive: what was read of the first must not be mixed with it.
      const mark = `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`
      void reply
        .header('accept-ranges', 'bytes')
        .header('etag', mark)
        .header('content-type', 'application/vnd.pmtiles')
      const { 'if-none-match': known, 'if-range': condition } = request.headers
      const range =
        condition === undefined || condition === mark ? rangeOf(request.headers.range, size) : undefined
      if (range === 'none') {
        await handle.close()
        return reply.code(416).header('content-range', `bytes */${size}`).send()
      }
      if (known === mark && !range) {
        await handle.close()
        return reply.code(304).send()
      }
      return reply
        .code(range ? 206 : 200)
        .headers(lengthsOf(range, size))
        .send(streamOf(handle, range, size))
    } catch (error) {
      await handle.close().catch(() => {})
      throw error
    }
  })
}

const lengthsOf = (range: ByteRange | undefined, size: number): Record<string, string | number> =>
  range
    ? {
        'content-range': `bytes ${range.start}-${range.end}/${size}`,
        'content-length': range.end - range.start + 1,
      }
    : { 'content-length': size }

/** Closes the file when everything is read or the caller has gone. */
const streamOf = (handle: FileHandle, range: ByteRange | undefined, size: number) =>
  handle.createReadStream({
    start: range?.start ?? 0,
    end: range?.end ?? Math.max(0, size - 1),
    autoClose: true,
  })
