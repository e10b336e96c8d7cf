// The calculations of a proof without anything of a browser that needs a secure page: the file is opened from a disk.
import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { hexOf } from '../domain/case-file/canonical-json.ts'
import type { Proofs } from '../domain/case-file/proofs.ts'

export const ownProofs: Proofs = {
  sha256: bytes => hexOf(sha256(bytes)),
  digest: () => {
    const hash = sha256.create()
    return { update: bytes => void hash.update(bytes), hex: () => hexOf(hash.digest()) }
  },
  verify: (signature, message, publicKey) => {
    try {
      // As OpenSSL and Node judge it (RFC 8032), whatever else other libraries let pass.
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      return false
    }
  },
}
