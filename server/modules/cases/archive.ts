// The archive of a handing over: which files it has, what is signed of them, and its bytes as a stream.
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { bytesOf, canonical } from '../../../src/domain/case-file/canonical-json.ts'
import { recordFile, withhold } from '../../../src/domain/case-file/leaves.ts'
import {
  contentName,
  type Handover,
  NAMES,
  pemOf,
  recordName,
} from '../../../src/domain/case-file/manifest.ts'
import {
  directoryOf,
  layoutOf,
  localHeader,
  type ZipEntry,
} from '../../../src/domain/case-file/stored-zip.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Storages } from '../files/public.ts'
import { custodyOf, itemsOf, type lockCase, stampOf } from './custody-rows.ts'
import { sha256 } from './signing.ts'

/** What is withheld of one item. */
export const hiddenPart = z.object({ no: z.int(), paths: z.array(z.string()), content: z.boolean() })
export type HiddenPart = z.output<typeof hiddenPart>

export interface ArchiveFile extends ZipEntry {
  sha256: string
  from: Uint8Array | { key: string; place: string }
}

const written = (name: string, text: string | Uint8Array): ArchiveFile => {
  const from = typeof text === 'string' ? bytesOf(text) : text
  return { name, from, bytes: from.length, crc: crc32(from), sha256: sha256(from) }
}

interface Given {
  found: Awaited<ReturnType<typeof lockCase>>
  hidden: readonly HiddenPart[]
  /** Lines of the chain. */
  count: number
  /** With the time stamp, which may have come later than the archive was signed. */
  stamped: boolean
  verifier: string | null
}

/** Every file but the signed list of them, in their order. */
export async function archiveFiles(
  sql: Sql,
  { found, hidden, count, stamped, verifier }: Given,
): Promise<ArchiveFile[]> {
  const items = await itemsOf(sql, found.id)
  const lines = await custodyOf(sql, found.id, count)
  const stamp = stamped ? await stampOf(sql, found.id) : undefined
  const hiddenOf = new Map(hidden.map(part => [part.no, part]))
  const files = [
    written(NAMES.manifest, found.manifest ?? ''),
    written(NAMES.manifestSignature, found.signature ?? ''),
    ...(stamp ? [written(NAMES.stamp, stamp.token)] : []),
    written(NAMES.key, pemOf(found.public_key ?? '')),
    written(NAMES.custody, lines.map(({ line }) => `${line}\n`).join('')),
  ]
  for (const item of items) {
    const part = hiddenOf.get(item.no)
    const { leaves } = z.parse(recordFile, JSON.parse(item.record))
    const shown = withhold(leaves, new Set(part?.paths), sha256)
    files.push(written(recordName(item.no), canonical({ leaves: shown })))
    if (item.content_key !== null && !part?.content)
      files.push({
        name: contentName(item.no),
        bytes: item.content_bytes ?? 0,
        crc: item.content_crc ?? 0,
        sha256: item.content_sha256 ?? '',
        from: { key: item.content_key, place: item.content_storage ?? '' },
      })
  }
  return verifier === null ? files : [...files, written(NAMES.verifier, verifier)]
}

export const handoverOf = (
  files: readonly ArchiveFile[],
  said: Pick<Handover, 'exportedAt' | 'custody' | 'withheldContent' | 'publicKey'>,
): string =>
  canonical({
    ...said,
    format: 'gatehouse-evidence-export/1',
    manifest: files.find(({ name }) => name === NAMES.manifest)?.sha256 ?? '',
    files: files.map(file => ({ name: file.name, bytes: file.bytes, sha256: file.sha256 })),
  } satisfies Handover)

/** The whole archive; contents are read from the storage as the stream goes. */
export function streamOf(
  files: readonly ArchiveFile[],
  signed: { handover: string; signature: string },
  storages: Storages,
): { stream: Readable; bytes: number } {
  const all = [
    written(NAMES.handover, signed.handover),
    written(NAMES.handoverSignature, signed.signature),
    ...files,
  ]
  return { stream: Readable.from(bytesInOrder(all, storages)), bytes: layoutOf(all).total }
}

async function* bytesInOrder(files: readonly ArchiveFile[], storages: Storages): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    yield localHeader(file)
    if (file.from instanceof Uint8Array) {
      if (file.from.length > 0) yield file.from
      continue
    }
    const stream = await storages.of(file.from.place)?.open(file.from.key)
    // The download breaks off: an archive without it would be none.
    if (!stream) throw new Error(`Evidence ${file.name} is not in the storage`)
    yield* stream
  }
  yield directoryOf(files)
}
