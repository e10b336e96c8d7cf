// What the parts of this room share: who looks at faces, what they are compared with, and where their pictures are.

import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import type { Storages } from '../files/public.ts'
import { type FaceEngine, noEngine } from './engine.ts'
import { createGalleries, type Galleries } from './gallery.ts'
import { FACE_EMBEDDINGS } from './seal.ts'
import type { FaceConfig } from './settings.ts'
import { createWorkerEngine } from './worker-engine.ts'

export interface Faces extends Pick<Kernel, 'data' | 'jobs' | 'log' | 'bus' | 'filesDir'> {
  storages: Storages
  engine: FaceEngine
  galleries: Galleries
  /** Seals embeddings. */
  key: Buffer
  /** Bytes that a tenant may store, of faces and files together. */
  quota: number
  /** What the engine calls the network that makes its embeddings; undefined as long as it has looked at nothing. */
  model(): string | undefined
  /** Answers whether this process did not know it. */
  learnModel(model: string): boolean
}

interface Given extends Pick<Kernel, 'data' | 'jobs' | 'log' | 'bus' | 'filesDir'> {
  storages: Storages
  config: { faces: FaceConfig | undefined; secrets: Secrets; storageQuota: number }
}

export function createFaces({ storages, config, ...kernel }: Given): Faces {
  const key = config.secrets.keyFor(FACE_EMBEDDINGS)
  const engine = config.faces ? createWorkerEngine(config.faces, kernel.log) : noEngine
  const galleries = createGalleries(key)
  const { data, jobs, log, bus, filesDir } = kernel
  let model: string | undefined
  return {
    ...{ data, jobs, log, bus, filesDir, storages, engine, key, galleries },
    quota: config.storageQuota,
    model: () => model,
    learnModel: next => {
      const isNew = model !== next
      model = next
      return isNew
    },
  }
}
