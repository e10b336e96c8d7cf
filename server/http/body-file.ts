// Receives the bytes of a request's body into a file that is gone afterwards: counted while they come, broken off where
// they are too many or stop coming.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refused } from './refusal.ts'

/** Without a byte for so long the sender is gone. */
const STALL_MS = 15_000

interface Wanted {
  filesDir: string
  most: number
  /** What more bytes are refused with. */
  tooMany: () => Refused
}

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body

export async function withBodyFile<Result>(
  body: unknown,
  { filesDir, most, tooMany }: Wanted,
  work: (file: { path: string; bytes: number }) => Promise<Result>,
): Promise<Result> {
  if (!isStream(body)) throw new Refused('request.unsupported')
  const folder = join(filesDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `body-${randomBytes(12).toString('hex')}`)
  let bytes = 0
  const ending = new AbortController()
  let timer = setTimeout(() => ending.abort(), STALL_MS)
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      clearTimeout(timer)
      timer = setTimeout(() => ending.abort(), STALL_MS)
      done(bytes > most ? tooMany() : null, chunk)
    },
  })
  try {
    await pipeline(body, counting, createWriteStream(path, { mode: 0o600, flags: 'wx' }), {
      signal: ending.signal,
    })
    clearTimeout(timer)
    return await work({ path, bytes })
  } catch (error) {
    if (ending.signal.aborted) throw new Refused('request.timeout', { status: 408 })
    throw error
  } finally {
    clearTimeout(timer)
    await rm(path, { force: true })
  }
}
