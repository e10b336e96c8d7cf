// The bytes of uploads that are not whole yet, each in a file of its own on the server's disk: parts stand where they belong
// in it, so that nothing is put together in the end.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BYTES_32 } from '../../../src/domain/limits.ts'
import { isFullDisk } from '../../full-disk.ts'
import { Refused } from '../../http/refusal.ts'

const FOLDER = 'parts'

export interface Staging {
  pathOf(key: string): string
  /** Refuses what would leave the disk less than so much for the database and everybody else. */
  refuseWithoutRoom(bytes: number, leastFree: number): Promise<void>
  write(key: string, at: number, bytes: Uint8Array): Promise<void>
  /** SHA-256 of some bytes of it, of all of them without a range; in hexadecimal digits. */
  digestOf(key: string, range?: { start: number; end: number }, signal?: AbortSignal): Promise<string>
  remove(key: string): Promise<void>
  /** Keys of files that were last written before a moment. */
  olderThan(at: number): Promise<string[]>
}

export interface StagingOptions {
  /** Free bytes of a folder's disk. */
  free?: (folder: string) => Promise<number>
}

const freeOf = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function createStaging(filesDir: string, { free = freeOf }: StagingOptions = {}): Staging {
  const folder = join(filesDir, FOLDER)
  const pathOf = (key: string) => {
    if (!BYTES_32.test(key)) throw new Error('Not a key of an upload')
    return join(folder, key)
  }
  return {
    pathOf,
    refuseWithoutRoom: async (bytes, leastFree) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if ((await free(folder)) - leastFree < bytes) throw new Refused('upload.noRoom')
    },
    write: async (key, at, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(pathOf(key), 'a+', 0o600).then(async made => {
        // Made where it is not there yet; what is opened for appending ignores places.
        await made.close()
        return open(pathOf(key), 'r+')
      })
      try {
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
          done += bytesWritten
        }
        // Who is told that a part has arrived does not send it again after a power cut.
        await file.datasync()
      } catch (error) {
        if (isFullDisk(error)) throw new Refused('upload.noRoom')
        throw error
      } finally {
        await file.close()
      }
    },
    digestOf: async (key, range, signal) => {
      const hash = createHash('sha256')
      for await (const bytes of createReadStream(pathOf(key), { ...range, ...(signal && { signal }) }))
        hash.update(bytes)
      return hash.digest('hex')
    },
    remove: key => rm(pathOf(key), { force: true }),
    olderThan: async at => {
      const names = await readdir(folder).catch(() => [])
      const found: string[] = []
      for (const name of names) {
        const known = await stat(join(folder, name)).catch(() => undefined)
        if (known && known.mtimeMs < at && BYTES_32.test(name)) found.push(name)
      }
      return found
    },
  }
}
