// Files in an object storage that speaks the S3 protocol: signed, streamed both ways, asked again when it stumbles.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from './settings.ts'
import type { Finished, Range, Storage } from './storage.ts'

const TRIES = 4
const PAUSE_MS = 200
const ANSWER_MS = 120_000
/** What is larger goes in parts of this size: one that fails is sent again, not the whole. */
const PART_BYTES = 16 * 1024 * 1024

/** Thrown when the storage keeps refusing; the caller's call fails and may be repeated. */
export class StorageError extends Error {
  constructor(what: string, status: number, cause?: unknown) {
    super(`The object storage answered ${status} to ${what}`, { cause })
    this.name = 'StorageError'
  }
}

interface Patience {
  pauseMs?: number
  partBytes?: number
}

export function s3Storage(
  settings: S3Settings,
  { pauseMs = PAUSE_MS, partBytes = PART_BYTES }: Patience = {},
): Storage {
  const { bucket, region, key: accessKeyId, secret: secretAccessKey } = settings
  // Bodies are streams, which can be sent once: repeating is done here, with a new stream each time.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const base = new URL(settings.endpoint)
  const root = settings.pathStyle
    ? `${base.origin}${base.pathname.replace(/\/$/, '')}/${bucket}`
    : `${base.protocol}//${bucket}.${base.host}${base.pathname.replace(/\/$/, '')}`
  const ask = async (what: string, key: string, init: () => Promise<RequestInit>): Promise<Response> => {
    let failure: unknown
    let status = 0
    for (let left = TRIES; left > 0; left--) {
      if (left < TRIES) await new Promise(resolve => setTimeout(resolve, pauseMs * 2 ** (TRIES - left - 1)))
      try {
        // Signed anew each time: a signature is good for minutes only, and a stream is read once.
        const { body, ...rest } = await init()
        const signed = await client.sign(`${root}/${key}`, rest)
        const response = await fetch(signed.url, {
          method: signed.method,
          headers: signed.headers,
          redirect: 'error',
          signal: AbortSignal.timeout(ANSWER_MS),
          ...(body && { body, duplex: 'half' as const }),
        })
        if (response.ok || response.status === 404) return response
        await response.body?.cancel()
        status = response.status
        if (status < 500 && status !== 429 && status !== 408) break
      } catch (error) {
        failure = error
      }
    }
    throw new StorageError(what, status, failure)
  }
  /** Sends a file, or some bytes of one; answers what the storage calls what it has got. */
  const send = async (key: string, path: string, { start, end }: Range, type?: string): Promise<string> => {
    const hash = await hashOf(path, { start, end })
    const answer = await ask('PUT', key, async () => ({
      method: 'PUT',
      headers: {
        'content-length': String(end - start + 1),
        ...(type !== undefined && { 'content-type': type }),
        'x-amz-content-sha256': hash,
      },
      body: Readable.toWeb(createReadStream(path, { start, end })) as unknown as BodyInit,
    }))
    await answer.body?.cancel()
    if (!answer.ok) throw new StorageError('PUT', answer.status)
    return answer.headers.get('etag') ?? ''
  }
  const post = async (key: string, body: string, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await ask('POST', key, async () => ({
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      body,
    }))
    const text = await answer.text()
    // The end of a sending in parts may be refused under status 200.
    if (!answer.ok || text.includes('<Error>')) throw new StorageError('POST', answer.status)
    return text
  }
  const sendInParts = async (key: string, { path, bytes, type }: Finished): Promise<void> => {
    const begun = await post(`${key}?uploads=`, '', { 'content-type': type })
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1]
    if (!uploadId) throw new StorageError('POST', 200)
    const whole = `uploadId=${encodeURIComponent(uploadId)}`
    try {
      const parts: string[] = []
      for (let start = 0; start < bytes; start += partBytes) {
        const number = parts.length + 1
        const range = { start, end: Math.min(bytes, start + partBytes) - 1 }
        const etag = await send(`${key}?partNumber=${number}&${whole}`, path, range)
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`)
      }
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      await post(`${key}?${whole}`, list, { 'content-type': 'application/xml' })
    } catch (error) {
      // Parts of what never became whole would be paid for, and seen by nobody.
      const answer = await ask('DELETE', `${key}?${whole}`, async () => ({ method: 'DELETE' })).catch(
        () => undefined,
      )
      await answer?.body?.cancel()
      throw error
    }
  }
  return {
    place: 's3',
    bucket,
    put: async (key, file) => {
      const { path, bytes, type } = file
      if (bytes > partBytes) await sendInParts(key, file)
      else await send(key, path, { start: 0, end: bytes - 1 }, type)
      await rm(path, { force: true })
    },
    open: async (key, range) => {
      const answer = await ask('GET', key, async () => ({
        method: 'GET',
        headers: new Headers(range && { range: `bytes=${range.start}-${range.end}` }),
      }))
      if (answer.ok && answer.body) return Readable.from(answer.body)
      await answer.body?.cancel()
      return undefined
    },
    remove: async key => {
      const answer = await ask('DELETE', key, async () => ({ method: 'DELETE' }))
      await answer.body?.cancel()
    },
    // Buckets have no size of their own.
    free: async () => null,
  }
}

async function hashOf(path: string, { start, end }: Range): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path, { start, end })) hash.update(bytes)
  return hash.digest('hex')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
