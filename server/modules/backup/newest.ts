// How old the newest backup is: the server's own, or the newest file at the place that the operator has named.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupConfig } from './settings.ts'
import { listBackups } from './shelf.ts'

/** A folder of snapshots may hold many; the newest of so many names, the last ones first, is looked for. */
const MOST_FILES = 1_000

/** Null: nothing is there. */
async function newestIn(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return null
  if (!found.isDirectory()) return Math.floor(found.mtimeMs)
  const names = await readdir(path).catch(() => [])
  const ages = await Promise.all(
    names
      .toSorted()
      .slice(-MOST_FILES)
      .map(name =>
        stat(join(path, name)).then(
          file => Math.floor(file.mtimeMs),
          // Rotated away between the two looks.
          () => 0,
        ),
      ),
  )
  const newest = Math.max(0, ...ages)
  return newest > 0 ? newest : null
}

export interface NewestBackup {
  /** Whether anybody has said where backups go. */
  told: boolean
  /** Null: there is none. */
  at: number | null
}

/** `stamp`: file or folder that a backup of the operator's own writes. */
export async function newestBackup(
  own: BackupConfig | undefined,
  stamp: string | undefined,
): Promise<NewestBackup> {
  const times = await Promise.all([
    own === undefined
      ? null
      : listBackups(own.dir).then(
          all => all.at(-1)?.consistentAt ?? null,
          () => null,
        ),
    stamp === undefined ? null : newestIn(stamp),
  ])
  const at = Math.max(...times.map(time => time ?? 0))
  return { told: own !== undefined || stamp !== undefined, at: at > 0 ? at : null }
}
