// The folder of changes: finished files packed, the one that grows beside them, and the histories of timelines.
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { historyName, readSegmentName, segmentName, segmentOf } from './positions.ts'

const PARTIAL = '.partial'
const PACKED = '.gz'

export interface StoredSegment {
  /** As PostgreSQL calls it. */
  name: string
  file: string
  timeline: number
  segment: bigint
  /** It may still grow, or was left so. */
  partial: boolean
}

/** What lies in the folder, in order of timelines and numbers. */
export async function storedSegments(folder: string, segmentBytes: bigint): Promise<StoredSegment[]> {
  const files = await readdir(folder).catch(() => [])
  return files
    .flatMap(file => {
      const partial = file.endsWith(PARTIAL)
      if (!partial && !file.endsWith(PACKED)) return []
      const name = file.slice(0, partial ? -PARTIAL.length : -PACKED.length)
      const read = readSegmentName(name, segmentBytes)
      return read ? [{ name, file, partial, ...read }] : []
    })
    .sort(
      (a, b) =>
        a.timeline - b.timeline || Number(a.segment - b.segment) || Number(a.partial) - Number(b.partial),
    )
}

export interface WalWriter {
  /** Where the next byte belongs. */
  readonly position: bigint
  write(at: bigint, bytes: Buffer): Promise<void>
  /** What was written is on the disk afterwards. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Writes what comes from `start` on, the beginning of a file, into files of the timeline. */
export function createWalWriter(
  folder: string,
  { timeline, start, segmentBytes }: { timeline: number; start: bigint; segmentBytes: bigint },
): WalWriter {
  let position = start
  let current: { handle: FileHandle; name: string } | undefined
  const fileOf = (at: bigint) => segmentName(timeline, segmentOf(at, segmentBytes), segmentBytes)

  const begin = async (name: string) => {
    const file = join(folder, `${name}${PARTIAL}`)
    // One that was begun before holds the same bytes, perhaps the only ones there are: it is written over, never emptied.
    const handle = await open(file, 'r+').catch(() => open(file, 'w', 0o600))
    return { handle, name }
  }
  const finish = async ({ handle, name }: { handle: FileHandle; name: string }) => {
    await handle.sync()
    await handle.close()
    const from = join(folder, `${name}${PARTIAL}`)
    const packed = join(folder, `${name}${PACKED}`)
    const fresh = `${packed}.new`
    await pipeline(
      createReadStream(from),
      createGzip({ level: constants.Z_BEST_SPEED }),
      createWriteStream(fresh, { mode: 0o600, flush: true }),
    )
    await rename(fresh, packed)
    await rm(from)
  }

  return {
    get position() {
      return position
    },
    write: async (at, bytes) => {
      if (at !== position) throw new Error(`Changes from ${at} came where ${position} was awaited`)
      let left = bytes
      while (left.length > 0) {
        current ??= await begin(fileOf(position))
        const offset = Number(position % segmentBytes)
        const piece = left.subarray(0, Number(segmentBytes) - offset)
        await current.handle.write(piece, 0, piece.length, offset)
        position += BigInt(piece.length)
        left = left.subarray(piece.length)
        if (position % segmentBytes === 0n) {
          const full = current
          current = undefined
          await finish(full)
        }
      }
    },
    flush: async () => {
      await current?.handle.datasync()
    },
    close: async () => {
      const open = current
      current = undefined
      await open?.handle.close()
    },
  }
}

/** Keeps how a timeline began; answers false where the folder holds another beginning of the same number. */
export async function keepHistory(folder: string, timeline: number, text: string): Promise<boolean> {
  const file = join(folder, historyName(timeline))
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined) return known === text
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return true
}

export const walFolder = (dir: string) => join(dir, 'wal')

export async function makeWalFolder(dir: string): Promise<string> {
  const folder = walFolder(dir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}
