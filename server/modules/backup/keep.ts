// What the server does for backups while it runs: changes go to the archive as they are made, files within minutes.
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { withConnection } from '../../db/connection.ts'
import type { Log } from '../../log.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { SLOT, startArchive } from './archive-keeper.ts'
import { apart } from './backup.ts'
import { type BackupHealth, createBackupHealth } from './health.ts'
import { mirrorFiles } from './mirror.ts'
import type { BackupConfig } from './settings.ts'

const FILES_MS = 5 * MINUTE_MS

interface Given {
  config: { backup: BackupConfig | undefined; dataDir: string; databaseUrl: string | undefined }
  ownerUrl: string
  filesDir: string
  log: Log
}

export async function keepBackups({
  config: { backup, dataDir, databaseUrl },
  ownerUrl,
  filesDir,
  log,
}: Given): Promise<{ health: () => Promise<BackupHealth>; stop(): Promise<void> }> {
  if (!backup) {
    // Of an archive that was turned off, the database would keep changes that nobody fetches.
    if (databaseUrl === undefined) await dropSlot(ownerUrl)
    return { health: createBackupHealth(undefined, undefined), stop: async () => {} }
  }
  if (!apart(backup.dir, dataDir)) throw new ConfigError(['BACKUP_DIR: must be apart from DATA_DIR'])
  const keeper = startArchive({ ownerUrl, dir: backup.dir, log })
  let mirroring: Promise<unknown> | undefined
  const every = setInterval(() => {
    mirroring ??= mirrorFiles(filesDir, backup)
      .catch(error =>
        log.error({ err: error }, 'Files could not be copied to the backups; it is tried again'),
      )
      .finally(() => {
        mirroring = undefined
      })
  }, FILES_MS)
  return {
    health: createBackupHealth(backup, keeper),
    stop: async () => {
      clearInterval(every)
      await mirroring
      await keeper.stop()
    },
  }
}

const dropSlot = (ownerUrl: string) =>
  withConnection({ connectionString: ownerUrl }, client =>
    client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
      [SLOT],
    ),
  )
