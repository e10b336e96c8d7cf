// Embeddings as they lie in the database: sealed with a key of this installation, and bound to their tenant and model, so
// that one copied into another row does not open.
import { openBytes, sealBytes } from '../../sealed.ts'

/** What the key is derived for. */
export const FACE_EMBEDDINGS = 'face embeddings'

interface Whose {
  tenantId: number
  model: string
}

const bound = ({ tenantId, model }: Whose) => `${tenantId}\n${model}`

export const sealEmbedding = (key: Buffer, embedding: Float32Array, whose: Whose): Buffer =>
  sealBytes(key, Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength), bound(whose))

/** Undefined when it was changed, or sealed for somebody else, or with another key. */
export function openEmbedding(key: Buffer, sealed: Buffer, whose: Whose): Float32Array | undefined {
  const plain = openBytes(key, sealed, bound(whose))
  if (!plain || plain.length === 0 || plain.length % 4 !== 0) return undefined
  // A copy of its own: small buffers of Node lie in a shared pool, at any distance from its start.
  return new Float32Array(Uint8Array.from(plain).buffer)
}
