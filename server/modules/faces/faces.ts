// What the parts of this room share: who looks at faces, what they are compared with, and where their pictures are.

import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import type { Storages } from '../files/public.ts'
import { type FaceEngine, noEngine } from './engine.ts'
import { createGalleries, type Galleries } from './gallery.ts'
import { FACE_EMBEDDINGS } from './seal.ts'
import type { FaceConfig } from './settings.ts'
import { createWorkerEngine } from './worker-engine.ts'

export interface Faces extends Pick<Kernel, 'data' | 'jobs' | 'log'> {
  storages: Storages
  engine: FaceEngine
  galleries: Galleries
  /** Seals embeddings. */
  key: Buffer
  /** Bytes that a tenant may store, of faces and files together. */
  quota: number
}

interface Given extends Pick<Kernel, 'data' | 'jobs' | 'log'> {
  storages: Storages
  config: { faces: FaceConfig | undefined; secrets: Secrets; storageQuota: number }
}

export function createFaces({ data, jobs, log, storages, config }: Given): Faces {
  const key = config.secrets.keyFor(FACE_EMBEDDINGS)
  const engine = config.faces ? createWorkerEngine(config.faces, log) : noEngine
  const galleries = createGalleries(key)
  return { data, jobs, log, storages, engine, key, galleries, quota: config.storageQuota }
}
