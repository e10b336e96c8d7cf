// Puts the places together: new files go where the environment says, old ones stay readable where they are.

import { localStorage } from './local-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { FileConfig } from './settings.ts'
import type { Storages } from './storage.ts'

export function createStorages(config: Pick<FileConfig, 's3'>, filesDir: string): Storages {
  const local = localStorage(filesDir)
  const s3 = config.s3 && s3Storage(config.s3)
  return { now: s3 ?? local, of: place => [local, s3].find(storage => storage?.place === place) }
}
