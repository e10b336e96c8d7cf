// Copies the bytes of what is held into the storage, under a key that nothing else has.
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { isFullDisk } from '../../full-disk.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Storages } from '../files/public.ts'
import type { Original } from './original.ts'

export interface CopyParts extends Pick<Kernel, 'filesDir' | 'log'> {
  storages: Storages
}

export interface Content {
  key: string
  place: string
  bytes: number
  sha256: string
  crc: number
  type: string
}

/** With room for records and chains within what an archive may have. */
export const MOST_CASE_BYTES = 3_900_000_000

const newKey = () => {
  const key = randomBytes(32).toString('base64url')
  return `evidence/${key.slice(0, 2)}/${key}`
}

/** Counted and hashed while they are copied, so that what was hashed is what was kept. */
export async function copyBytes(
  { filesDir, storages }: CopyParts,
  { type, open }: NonNullable<Original['content']>,
): Promise<Content> {
  const stream = await open()
  if (!stream) throw new Refused('evidence.noBytes')
  const folder = join(filesDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `evidence-${randomBytes(9).toString('hex')}`)
  const hash = createHash('sha256')
  let bytes = 0
  let crc = 0
  const measure = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      if (bytes > MOST_CASE_BYTES) return done(new Refused('evidence.tooBig'))
      hash.update(chunk)
      crc = crc32(chunk, crc)
      done(null, chunk)
    },
  })
  try {
    await pipeline(stream, measure, createWriteStream(path, { mode: 0o600 }))
    // A file of no bytes is one too, and pipes create it.
    if (bytes === 0) await writeFile(path, '')
    const key = newKey()
    await storages.now.put(key, { path, bytes, type })
    return { key, place: storages.now.place, bytes, sha256: hash.digest('hex'), crc, type }
  } catch (error) {
    if (isFullDisk(error)) throw new Refused('evidence.noRoom')
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Takes copies back that nothing refers to. */
export async function dropCopies({ storages, log }: CopyParts, copies: readonly Content[]): Promise<void> {
  for (const { place, key } of copies)
    await storages
      .of(place)
      ?.remove(key)
      .catch(lost => log.warn({ err: lost }, 'A copy that is not held could not be removed'))
}
