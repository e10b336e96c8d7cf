// The backups that lie in a folder: what each says of itself, which one leads to a moment, and which may go.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { readPosition, segmentOf } from './positions.ts'
import { storedSegments, walFolder } from './wal-archive.ts'

export const MANIFEST_FILE = 'manifest.json'

const part = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })

const manifestSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  begunAt: z.int(),
  /** From here on, any moment can be restored. */
  consistentAt: z.int(),
  system: z.string(),
  /** Of PostgreSQL. */
  version: z.string(),
  segmentBytes: z.string(),
  timeline: z.int(),
  start: z.string(),
  /** The newest migration of the schema. */
  schema: z.string(),
  /** Made by the embedded database. */
  embedded: z.boolean(),
  unpackedBytes: z.int(),
  parts: z.array(part),
  files: z.object({ files: z.int(), bytes: z.int() }),
})
export type BackupManifest = z.output<typeof manifestSchema>

export const basesFolder = (dir: string) => join(dir, 'base')
export const baseFolder = (dir: string, id: string) => join(basesFolder(dir), id)

/** A name that sorts by time and that every file system takes. */
export const backupId = (at: number) =>
  new Date(at).toISOString().slice(0, 19).replaceAll(':', '-').concat('Z')

/** Finished backups, oldest first. */
export async function listBackups(dir: string): Promise<BackupManifest[]> {
  const ids = (await readdir(basesFolder(dir)).catch(() => [])).sort()
  const found: BackupManifest[] = []
  for (const id of ids) {
    const text = await readFile(join(baseFolder(dir, id), MANIFEST_FILE), 'utf8').catch(() => undefined)
    if (text !== undefined) found.push(z.parse(manifestSchema, JSON.parse(text)))
  }
  return found
}

/** It is written last: a backup without one was not finished. */
export const writeManifest = (dir: string, manifest: BackupManifest) =>
  writeFile(join(baseFolder(dir, manifest.id), MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })

/** The newest backup that was whole by then. */
export const backupFor = (backups: readonly BackupManifest[], at: number) =>
  backups.filter(({ consistentAt }) => consistentAt <= at).at(-1)

/** Which may go: not the newest, and none that leads to a moment within the days. */
export function outlived(
  backups: readonly BackupManifest[],
  keepDays: number,
  now: number,
): BackupManifest[] {
  const needed = backupFor(backups, now - keepDays * DAY_MS)
  return needed ? backups.filter(({ consistentAt }) => consistentAt < needed.consistentAt) : []
}

/** Deletes what has outlived its days, what was never finished, and changes from before the oldest backup that stays. */
export async function thin(
  dir: string,
  { keepDays, now, running }: { keepDays: number; now: number; running: string },
): Promise<{ backups: string[]; segments: number }> {
  const backups = await listBackups(dir)
  const going = outlived(backups, keepDays, now)
  const whole = new Set(backups.map(({ id }) => id))
  const unfinished = (await readdir(basesFolder(dir))).filter(id => !whole.has(id) && id !== running)
  for (const id of [...going.map(each => each.id), ...unfinished])
    await rm(baseFolder(dir, id), { recursive: true, force: true })
  const oldest = backups.find(each => !going.includes(each))
  if (!oldest) return { backups: going.map(({ id }) => id), segments: 0 }
  const segmentBytes = BigInt(oldest.segmentBytes)
  const first = segmentOf(readPosition(oldest.start), segmentBytes)
  const old = (await storedSegments(walFolder(dir), segmentBytes)).filter(({ segment }) => segment < first)
  for (const { file } of old) await rm(join(walFolder(dir), file), { force: true })
  return { backups: going.map(({ id }) => id), segments: old.length }
}
