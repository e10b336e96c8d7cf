// Puts the places together: new files go where the environment says, old ones stay readable where they are.
import type { Config } from '../../config.ts'
import { localStorage } from './local-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storages } from './storage.ts'

export function createStorages(config: Pick<Config, 's3'>, filesDir: string): Storages {
  const local = localStorage(filesDir)
  const s3 = config.s3 && s3Storage(config.s3)
  return { now: s3 ?? local, of: place => (place === 's3' ? s3 : local) }
}
