// An archive of a case as a server makes it, with Node's own calculations and a key of its own.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { bytesOf, canonical, hexOf } from '../../../src/domain/case-file/canonical-json.ts'
import { nextLine } from '../../../src/domain/case-file/custody.ts'
import { leavesOf, rootOf, withhold } from '../../../src/domain/case-file/leaves.ts'
import { contentName, keyOf, NAMES, pemOf, recordName } from '../../../src/domain/case-file/manifest.ts'
import type { Proofs } from '../../../src/domain/case-file/proofs.ts'
import { directoryOf, joinBytes, localHeader, type Source } from '../../../src/domain/case-file/stored-zip.ts'

const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const nodeProofs: Proofs = {
  sha256,
  digest: () => {
    const hash = createHash('sha256')
    return { update: bytes => void hash.update(bytes), hex: () => hash.digest('hex') }
  },
  verify: (signature, message, key) =>
    verify(
      null,
      message,
      createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' }),
      signature,
    ),
}

export interface Key {
  secret: KeyObject
  publicKey: string
}

export function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { secret: privateKey, publicKey: keyOf(publicKey.export({ format: 'der', type: 'spki' })) }
}

export interface File {
  name: string
  bytes: Uint8Array
}

export function zipOf(files: readonly File[]): Uint8Array {
  const entries = files.map(({ name, bytes }) => ({ name, bytes: bytes.length, crc: crc32(bytes) }))
  return joinBytes([
    ...entries.flatMap((entry, at) => [localHeader(entry), files[at]?.bytes ?? new Uint8Array()]),
    directoryOf(entries),
  ])
}

export const inMemory = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: async (from, until) => bytes.slice(from, until),
})

interface Wanted {
  hidden?: readonly string[]
  withheldContent?: boolean
  photo?: Uint8Array
}

/** The files of a case with an alarm and a photo. */
export function sealedFiles(
  key: Key,
  {
    hidden = [],
    withheldContent = false,
    photo = Uint8Array.from({ length: 600 }, (_, at) => at % 251),
  }: Wanted = {},
): File[] {
  let salts = 0
  const newSalt = () => sha256(bytesOf(`salt ${salts++}`)).slice(0, 32)
  const records = [
    leavesOf(
      { title: 'Help', wearerName: 'Li Wei', phone: '13600000000', events: [{ kind: 'raised' }] },
      newSalt,
    ),
    leavesOf({ name: 'gate.jpg', takenAt: 7 }, newSalt),
  ]
  const roots = records.map(leaves => rootOf(leaves, sha256))
  const acts = [
    { act: 'opened', detail: {} },
    ...roots.map((root, at) => ({ act: 'held' as const, detail: { item: at + 1, root } })),
    { act: 'sealed', detail: {} },
    { act: 'exported', detail: {} },
  ] as const
  const lines: ReturnType<typeof nextLine>[] = []
  for (const [at, said] of acts.entries()) {
    const last = lines.at(-1)
    lines.push(nextLine(last && { seq: last.seq, hash: last.hash }, { at, by: 'Ada', ...said }, sha256))
  }
  const head = (count: number) => ({ count, head: lines[count - 1]?.hash ?? '' })
  const manifest = bytesOf(
    canonical({
      format: 'gatehouse-evidence/1',
      case: { number: 'E-1', title: 'Gate' },
      sealedAt: 9,
      items: records.map((leaves, at) => ({
        ...{ no: at + 1, kind: at === 0 ? 'alarm' : 'file', heldAt: at, leaves: leaves.length },
        root: roots[at] ?? '',
        content: at === 0 ? null : { bytes: photo.length, sha256: sha256(photo), type: 'image/jpeg' },
      })),
      custody: head(4),
      publicKey: key.publicKey,
    }),
  )
  const signed = (bytes: Uint8Array) => bytesOf(`${hexOf(sign(null, bytes, key.secret))}\n`)
  const record = (no: number) =>
    bytesOf(canonical({ leaves: withhold(records[no - 1] ?? [], new Set(hidden), sha256) }))
  const files = [
    { name: NAMES.manifest, bytes: manifest },
    { name: NAMES.manifestSignature, bytes: signed(manifest) },
    { name: NAMES.key, bytes: bytesOf(pemOf(key.publicKey)) },
    { name: NAMES.custody, bytes: bytesOf(lines.map(({ text }) => `${text}\n`).join('')) },
    { name: recordName(1), bytes: record(1) },
    { name: recordName(2), bytes: record(2) },
    ...(withheldContent ? [] : [{ name: contentName(2), bytes: photo }]),
    { name: NAMES.verifier, bytes: bytesOf('<!doctype html>') },
  ]
  const handover = bytesOf(
    canonical({
      format: 'gatehouse-evidence-export/1',
      exportedAt: 10,
      manifest: sha256(manifest),
      custody: head(5),
      files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) })),
      withheldContent: withheldContent ? [2] : [],
      publicKey: key.publicKey,
    }),
  )
  return [
    { name: NAMES.handover, bytes: handover },
    { name: NAMES.handoverSignature, bytes: signed(handover) },
    ...files,
  ]
}
