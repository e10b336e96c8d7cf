// How WeChat pay v3 signs requests, answers and callbacks, and how it wraps what it calls back with.
import { createDecipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto'

const SCHEME = 'WECHATPAY2-SHA256-RSA2048'
const TAG_BYTES = 16

export interface MerchantKey {
  merchantId: string
  /** Serial number of the merchant's certificate. */
  serial: string
  privateKey: KeyObject
}

const lines = (...parts: string[]) => `${parts.join('\n')}\n`

/** The Authorization header of a request; `path` with its query, as it is sent. */
export function authorizationOf(
  key: MerchantKey,
  request: { method: string; path: string; body: string; now: number; nonce?: string },
): string {
  const timestamp = String(Math.floor(request.now / 1000))
  const nonce = request.nonce ?? randomBytes(16).toString('hex')
  const message = lines(request.method, request.path, timestamp, nonce, request.body)
  const signature = sign('sha256', Buffer.from(message), key.privateKey).toString('base64')
  const fields = {
    mchid: key.merchantId,
    nonce_str: nonce,
    signature,
    timestamp,
    serial_no: key.serial,
  }
  return `${SCHEME} ${Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
}

export interface SignedParts {
  timestamp: string
  nonce: string
  signature: string
  body: string
}

/** Whether the platform signed an answer or a callback with this key. */
export function isSignedBy(
  publicKey: KeyObject,
  { timestamp, nonce, signature, body }: SignedParts,
): boolean {
  // Loose base64 would let two texts stand for one signature.
  if (!/^[A-Za-z0-9+/]{4,1024}={0,2}$/.test(signature)) return false
  return verify(
    'sha256',
    Buffer.from(lines(timestamp, nonce, body)),
    publicKey,
    Buffer.from(signature, 'base64'),
  )
}

export interface Sealed {
  ciphertext: string
  nonce: string
  associated_data?: string | undefined
}

/** Opens the resource of a callback (AES-256-GCM under the API v3 key). Throws when a byte of it was changed. */
export function openSealed(apiKey: Buffer, { ciphertext, nonce, associated_data = '' }: Sealed): string {
  const sealed = Buffer.from(ciphertext, 'base64')
  if (sealed.length <= TAG_BYTES) throw new Error('The resource is too short')
  const decipher = createDecipheriv('aes-256-gcm', apiKey, Buffer.from(nonce), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  decipher.setAAD(Buffer.from(associated_data))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}
