// Embeddings as they lie in the database: sealed with a key of this installation, and bound to their tenant and model, so
// that one copied into another row does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** What the key is derived for. */
export const FACE_EMBEDDINGS = 'face embeddings'

const VECTOR = 12
const TAG = 16

const bound = (tenantId: number, model: string) => Buffer.from(`${tenantId}\n${model}`, 'utf8')

/** AES-256-GCM: initialisation vector, numbers, tag. */
export function sealEmbedding(
  key: Buffer,
  embedding: Float32Array,
  { tenantId, model }: { tenantId: number; model: string },
): Buffer {
  const vector = randomBytes(VECTOR)
  const cipher = createCipheriv('aes-256-gcm', key, vector).setAAD(bound(tenantId, model))
  const plain = Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength)
  return Buffer.concat([vector, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when it was changed, or sealed for somebody else, or with another key. */
export function openEmbedding(
  key: Buffer,
  sealed: Buffer,
  { tenantId, model }: { tenantId: number; model: string },
): Float32Array | undefined {
  if (sealed.length <= VECTOR + TAG) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, VECTOR))
      .setAAD(bound(tenantId, model))
      .setAuthTag(sealed.subarray(-TAG))
    const plain = Buffer.concat([decipher.update(sealed.subarray(VECTOR, -TAG)), decipher.final()])
    if (plain.length % 4 !== 0) return undefined
    // A copy of its own: small buffers of Node lie in a shared pool, at any distance from its start.
    return new Float32Array(Uint8Array.from(plain).buffer)
  } catch {
    return undefined
  }
}
