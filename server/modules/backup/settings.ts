// The operator's part in backups: where they go, how long they stay, when their age is worth a word.
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type Read, row, whole } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const backupTable = {
  dir: row(
    'BACKUP_DIR',
    'Folder of backups, on another disk: the server writes every change of the database there as it happens, `npm run backup` adds the rest',
    z.string(),
  ),
  secretsDir: row(
    'BACKUP_SECRETS_DIR',
    'Folder that backups put `secrets.json` and `database.json` into; keep it apart from the backups, who has both reads everything',
    z.string(),
    '`secrets` in BACKUP_DIR, with a warning',
  ),
  keepDays: row(
    'BACKUP_KEEP_DAYS',
    'Days back to any moment of which can be restored; what is older is deleted after the next backup',
    whole(1, 3_650),
    '14',
  ),
  lateHours: row(
    'BACKUP_LATE_HOURS',
    'Age of the newest backup at which the health says `late`',
    whole(1, 8_760),
    '26',
  ),
} as const

export interface BackupConfig {
  /** Absolute. */
  dir: string
  /** Absolute; undefined: in `dir`. */
  secretsDir: string | undefined
  keepDays: number
  lateHours: number
}

/** Undefined where nothing is backed up. */
export function readBackup(read: Read): BackupConfig | undefined {
  const dir = read(backupTable.dir)
  const secretsDir = read(backupTable.secretsDir)
  const keepDays = read(backupTable.keepDays) ?? Number(backupTable.keepDays.fallback)
  const lateHours = read(backupTable.lateHours) ?? Number(backupTable.lateHours.fallback)
  if (dir === undefined) return undefined
  return {
    dir: resolve(dir),
    secretsDir: secretsDir === undefined ? undefined : resolve(secretsDir),
    keepDays,
    lateHours,
  }
}
