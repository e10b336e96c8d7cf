// The guide's part of the environment: where the backup of the installation can be seen.
import * as z from 'zod/mini'
import type { Read } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const setupTable = {
  backupPath: {
    name: 'BACKUP_PATH',
    fallback: '',
    meaning:
      'File or folder that your backup writes, readable by the server: the set-up guide says how old its newest file is',
    schema: z.string(),
  },
} as const

export interface SetupConfig {
  backupPath: string | undefined
}

export const readSetup = (read: Read): SetupConfig => ({ backupPath: read(setupTable.backupPath) })
