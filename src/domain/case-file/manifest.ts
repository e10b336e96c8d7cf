// What is signed: the manifest of a case when it is sealed, and the list of an archive when it is handed over.
import * as z from 'zod/mini'
import { fromHex, hexOf } from './canonical-json.ts'
import { hash } from './leaves.ts'
import type { Sha256 } from './proofs.ts'

const count = z.int().check(z.nonnegative())
const chain = z.strictObject({ count: z.int().check(z.positive()), head: hash })

/** `response`, `readings` and `audit` are of an alarm: its card as it was worked off, what its device measured, who did what. */
export const itemKind = z.enum([
  'alarm',
  'response',
  'readings',
  'audit',
  'recording',
  'file',
  'track',
  'doorEvent',
])
export type ItemKind = z.output<typeof itemKind>

export const manifestItem = z.strictObject({
  no: z.int().check(z.positive()),
  kind: itemKind,
  heldAt: z.int(),
  /** Of what was recorded, see `leaves.ts`. */
  leaves: z.int().check(z.positive()),
  root: hash,
  content: z.nullable(z.strictObject({ bytes: count, sha256: hash, type: z.string() })),
})
export type ManifestItem = z.output<typeof manifestItem>

export const manifest = z.strictObject({
  format: z.literal('gatehouse-evidence/1'),
  case: z.strictObject({ number: z.string(), title: z.string() }),
  sealedAt: z.int(),
  items: z.array(manifestItem),
  /** Up to the line that says that it was sealed. */
  custody: chain,
  publicKey: hash,
})
export type Manifest = z.output<typeof manifest>

export const handover = z.strictObject({
  format: z.literal('gatehouse-evidence-export/1'),
  exportedAt: z.int(),
  /** SHA-256 of the manifest's bytes. */
  manifest: hash,
  /** Up to the line that says that it was exported. */
  custody: chain,
  /** Every file of the archive but this list and its signature, in their order. */
  files: z.array(z.strictObject({ name: z.string(), bytes: count, sha256: hash })),
  /** Numbers of items whose content is not given. */
  withheldContent: z.array(z.int()),
  publicKey: hash,
})
export type Handover = z.output<typeof handover>

export const NAMES = {
  handover: 'handover.json',
  handoverSignature: 'handover.sig',
  manifest: 'manifest.json',
  manifestSignature: 'manifest.sig',
  /** The answer of an authority for time stamps, as it came; absent where none was asked. */
  stamp: 'manifest.tsr',
  key: 'public-key.pem',
  custody: 'custody.jsonl',
  verifier: 'verifier.html',
} as const

const numbered = (no: number) => `items/${String(no).padStart(4, '0')}`
export const recordName = (no: number): string => `${numbered(no)}.json`
export const contentName = (no: number): string => `${numbered(no)}.bin`

/** What stands before the 32 bytes of an Ed25519 key in SubjectPublicKeyInfo (RFC 8410). */
const SPKI = '302a300506032b6570032100'

function spkiOf(publicKey: string): Uint8Array {
  const bytes = fromHex(SPKI + publicKey)
  if (!bytes) throw new Error('Not a key')
  return bytes
}

/** SHA-256 of the key as `openssl pkey -pubin -outform DER` writes it. */
export const fingerprintOf = (publicKey: string, sha256: Sha256): string => sha256(spkiOf(publicKey))

export const pemOf = (publicKey: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${btoa(String.fromCharCode(...spkiOf(publicKey)))}\n-----END PUBLIC KEY-----\n`

/** A fingerprint as people copy it: capitals, colons and spaces are theirs. */
export const plainFingerprint = (typed: string): string => typed.toLowerCase().replace(/[\s:]/g, '')

export const keyOf = (spki: Uint8Array): string => hexOf(spki.slice(-32))
