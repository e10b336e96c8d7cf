// One copy of the database's folder, taken while it works, with the changes that were made meanwhile: whole by itself. And
// the proof that what lies there is what PostgreSQL said it sent.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { readPosition, readSize } from './positions.ts'
import { type Replication, withReplication } from './replication.ts'
import { readTar } from './tar.ts'

export const BASE_FILE = 'base.tar.gz'
export const POSTGRES_MANIFEST = 'backup_manifest'

export interface TakenBase {
  system: string
  /** Of PostgreSQL. */
  version: string
  segmentBytes: string
  timeline: number
  /** The first change that is needed, and the first moment that can be restored to. */
  start: string
  consistentAt: number
}

const NEW_ARCHIVE = 'n'
const MANIFEST = 'm'
const DATA = 'd'

/** Takes it into an empty folder. */
export async function takeBase(ownerUrl: string, folder: string, label: string): Promise<TakenBase> {
  return withReplication(ownerUrl, async line => {
    const known = await about(line)
    const manifest: Buffer[] = []
    const packer = createGzip({ level: constants.Z_BEST_SPEED })
    const written = pipeline(packer, createWriteStream(join(folder, BASE_FILE), { mode: 0o600, flush: true }))
    // What fails while nobody waits for it is heard below.
    written.catch(() => undefined)
    let archives = 0
    let to: typeof DATA | typeof MANIFEST = DATA
    const rows = await line
      .receive(
        `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', TABLESPACE_MAP true)`,
        async chunk => {
          const kind = String.fromCharCode(chunk[0] ?? 0)
          if (kind === NEW_ARCHIVE) {
            archives++
            if (archives > 1) throw new Error('The database has tablespaces, which backups do not cover')
          } else if (kind === MANIFEST) to = MANIFEST
          else if (kind === DATA && to === MANIFEST) manifest.push(chunk.subarray(1))
          else if (kind === DATA && !packer.write(chunk.subarray(1)))
            await Promise.race([new Promise(resolve => packer.once('drain', resolve)), written])
        },
      )
      .catch(error => {
        packer.destroy()
        throw error
      })
    packer.end()
    await written
    await writeFile(join(folder, POSTGRES_MANIFEST), Buffer.concat(manifest), { mode: 0o600, flush: true })
    const [start, timeline] = rows[0] ?? []
    if (!start || !timeline) throw new Error('The database does not say where the copy begins')
    readPosition(start)
    const [[now] = []] = await line.ask('SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint')
    return { ...known, timeline: Number(timeline), start, consistentAt: Number(now) }
  })
}

async function about(line: Replication): Promise<Pick<TakenBase, 'system' | 'version' | 'segmentBytes'>> {
  const [[system] = []] = await line.ask('IDENTIFY_SYSTEM')
  const [[version] = []] = await line.ask('SHOW server_version')
  const [[size] = []] = await line.ask('SHOW wal_segment_size')
  if (!system || !version || !size) throw new Error('The database does not say who it is')
  return { system, version, segmentBytes: readSize(size).toString() }
}

const manifestSchema = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), Checksum: z.optional(z.string()) })),
})

export interface Promised {
  bytes: number
  sha256: string | undefined
}

/** What PostgreSQL says the copy holds, by path. Throws where its own list was changed. */
export async function promisedFiles(folder: string): Promise<Map<string, Promised>> {
  const text = await readFile(join(folder, POSTGRES_MANIFEST), 'utf8')
  const at = text.lastIndexOf('"Manifest-Checksum"')
  const [, own] = /"Manifest-Checksum":\s*"([0-9a-f]{64})"/.exec(text.slice(at)) ?? []
  if (createHash('sha256').update(text.slice(0, at)).digest('hex') !== own)
    throw new Error(`${POSTGRES_MANIFEST} is not what PostgreSQL wrote`)
  return new Map(
    z
      .parse(manifestSchema, JSON.parse(text))
      .Files.map(({ Path, Size, Checksum }) => [Path, { bytes: Size, sha256: Checksum }]),
  )
}

export const openBase = (folder: string) => createReadStream(join(folder, BASE_FILE)).pipe(createGunzip())

/** PostgreSQL's list leaves these out: it is made before them. */
const UNLISTED = /^(pg_wal\/|backup_manifest$)/

/** Reads the whole copy again, file by file. Answers how many bytes it has unpacked; throws at the first that differs. */
export async function proveBase(folder: string): Promise<number> {
  const missing = await promisedFiles(folder)
  let all = 0
  for await (const { path, kind, bytes, content } of readTar(openBase(folder))) {
    if (kind !== 'file') continue
    const hash = createHash('sha256')
    for await (const piece of content) hash.update(piece)
    all += bytes
    checkFile(path, { bytes, sha256: hash.digest('hex') }, missing)
  }
  const [lost] = missing.keys()
  if (lost !== undefined) throw new Error(`${lost} is missing from the copy`)
  return all
}

/** Holds a file against what was promised of it, and takes it off the list. */
export function checkFile(path: string, found: Promised, missing: Map<string, Promised>): void {
  const promised = missing.get(path)
  missing.delete(path)
  if (UNLISTED.test(path)) return
  if (!promised) throw new Error(`${path} is in the copy, and PostgreSQL did not list it`)
  if (promised.bytes !== found.bytes || (promised.sha256 ?? found.sha256) !== found.sha256)
    throw new Error(`${path} in the copy is not what PostgreSQL sent`)
}

/** Of a file, without holding it in memory. */
export async function sumOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') }
}
