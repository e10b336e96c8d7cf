// The two calculations that a proof needs. Node, a browser and a single file do them each in their own way.

/** SHA-256 in hexadecimal digits. */
export type Sha256 = (bytes: Uint8Array) => string

export interface Proofs {
  sha256: Sha256
  /** The same of bytes that come in parts. */
  digest(): { update(bytes: Uint8Array): void; hex(): string }
  /** Ed25519 over the bytes themselves; the key as its 32 bytes. */
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean
}
