// Files in an object storage that speaks the S3 protocol: signed, streamed both ways, asked again when it stumbles.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from './settings.ts'
import type { Storage } from './storage.ts'

const TRIES = 4
const PAUSE_MS = 200
const ANSWER_MS = 120_000

/** Thrown when the storage keeps refusing; the caller's call fails and may be repeated. */
export class StorageError extends Error {
  constructor(what: string, status: number, cause?: unknown) {
    super(`The object storage answered ${status} to ${what}`, { cause })
    this.name = 'StorageError'
  }
}

export function s3Storage(settings: S3Settings, pauseMs = PAUSE_MS): Storage {
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
  return {
    place: 's3',
    bucket,
    put: async (key, { path, bytes, type }) => {
      const hash = await hashOf(path)
      const answer = await ask('PUT', key, async () => ({
        method: 'PUT',
        headers: {
          'content-length': String(bytes),
          'content-type': type,
          'x-amz-content-sha256': hash,
        },
        body: Readable.toWeb(createReadStream(path)) as unknown as BodyInit,
      }))
      await answer.body?.cancel()
      if (!answer.ok) throw new StorageError('PUT', answer.status)
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

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest('hex')
}
