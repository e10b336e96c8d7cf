// The key with which this installation signs evidence: made from its secret, the same at every start, and never given away.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { hexOf } from '../../../src/domain/case-file/canonical-json.ts'
import { fingerprintOf, keyOf } from '../../../src/domain/case-file/manifest.ts'
import type { Secrets } from '../../secrets.ts'

export const EVIDENCE_KEY = 'evidence-signing'
/** What stands before the 32 bytes of a secret Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export interface Signer {
  /** 32 bytes in hexadecimal digits. */
  publicKey: string
  fingerprint: string
  /** The signature as it stands in a file: its digits and the end of the line. */
  sign(bytes: Uint8Array): string
}

export function createSigner(secrets: Secrets): Signer {
  const secret = createPrivateKey({
    key: Buffer.concat([PKCS8, secrets.keyFor(EVIDENCE_KEY)]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = keyOf(createPublicKey(secret).export({ format: 'der', type: 'spki' }))
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey, sha256),
    sign: bytes => `${hexOf(sign(null, bytes, secret))}\n`,
  }
}
