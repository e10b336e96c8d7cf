// How old the backup is: the newest file at the place that the operator has named.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder of snapshots may hold many; the newest of so many names, the last ones first, is looked for. */
const MOST_FILES = 1_000

/** Null: nobody has named a place, or nothing is there. */
export async function backupAt(path: string | undefined): Promise<number | null> {
  if (path === undefined) return null
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
