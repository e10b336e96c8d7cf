// Whether an archive of a case is what was sealed and handed over. Needs the archive alone: no network, no account.
import * as z from 'zod/mini'
import { bytesOf, canonical, fromHex, type Json } from './canonical-json.ts'
import { type CustodyLine, headsOf, lineOf } from './custody.ts'
import { isSorted, recordFile, rootOf } from './leaves.ts'
import {
  contentName,
  fingerprintOf,
  type Handover,
  handover,
  type ItemKind,
  type Manifest,
  type ManifestItem,
  manifest,
  NAMES,
  pemOf,
  plainFingerprint,
  recordName,
} from './manifest.ts'
import type { Proofs } from './proofs.ts'
import { crcOf, faultOf, type ReadZip, readStoredZip, type Source, sameBytes } from './stored-zip.ts'
import { readStamp } from './time-stamp.ts'

export const flaws = [
  'truncated',
  'lengthened',
  'archive',
  'list',
  'listSignature',
  'missing',
  'added',
  'doubled',
  'moved',
  'files',
  'manifest',
  'manifestSignature',
  'otherKey',
  'fingerprint',
  'custody',
  'seal',
  'stamp',
  'record',
  'content',
] as const
export type Flaw = (typeof flaws)[number]

export interface ItemFinding {
  no: number
  kind: ItemKind
  flaw: Flaw | undefined
  /** Leaves that are shown, and those of which only the hash is given. */
  shown: { path: string; value: string }[]
  withheld: string[]
  content: 'none' | 'given' | 'withheld'
}

export interface Report {
  /** `keyNotCompared`: nothing was changed since somebody signed it; who that is, only the fingerprint says. */
  verdict: 'holds' | 'keyNotCompared' | 'refused'
  flaws: Flaw[]
  number: string | undefined
  title: string | undefined
  sealedAt: number | undefined
  /** Of the chain of custody when it was sealed, to be compared with what the publisher gives. */
  head: string | undefined
  exportedAt: number | undefined
  /** When an authority says that the manifest was there. Whose word that is, only its certificate says. */
  stampedAt: number | undefined
  fingerprint: string | undefined
  custody: Pick<CustodyLine, 'at' | 'by' | 'act'>[]
  items: ItemFinding[]
}

const PART = 4 * 1024 * 1024
/** What is read at once: lists, chains, records. */
const MOST_TEXT = 256 * 1024 * 1024

/** Reads a whole archive once. `expected`: the fingerprint as the publisher gives it, or nothing. */
export async function verifyCase(source: Source, proofs: Proofs, expected = ''): Promise<Report> {
  const report: Report = {
    verdict: 'refused',
    flaws: [],
    ...{
      number: undefined,
      title: undefined,
      sealedAt: undefined,
      head: undefined,
      exportedAt: undefined,
      stampedAt: undefined,
      fingerprint: undefined,
    },
    custody: [],
    items: [],
  }
  const zip = await readStoredZip(source)
  if (!zip) return { ...report, flaws: [await faultOf(source)] }
  const reader = readerOf(source, zip)
  const given = await reader.list()
  if (!given) return { ...report, flaws: ['list'] }
  report.exportedAt = given.list.exportedAt
  report.fingerprint = fingerprintOf(given.list.publicKey, proofs.sha256)
  if (!signed(proofs, given.signature, given.bytes, given.list.publicKey)) report.flaws.push('listSignature')
  const wanted = plainFingerprint(expected)
  if (wanted !== '' && wanted !== report.fingerprint) report.flaws.push('fingerprint')
  const others = faultsOfNames(reader.names(), given.list)
  if (others.length > 0) return { ...report, flaws: [...report.flaws, ...others] }
  const broken = await reader.brokenFiles(given.list, proofs)
  await judge(report, { reader, list: given.list, proofs, broken })
  if (broken.size > 0 && !report.flaws.includes('files')) report.flaws.push('files')
  const whole = report.flaws.length === 0 && report.items.every(({ flaw }) => flaw === undefined)
  if (whole) report.verdict = wanted === '' ? 'keyNotCompared' : 'holds'
  return report
}

/** How the files of an archive differ from its list, which names them in their order. */
function faultsOfNames(found: readonly string[], { files }: Handover): Flaw[] {
  const listed = files.map(({ name }) => name)
  const [there, wanted] = [new Set(found), new Set(listed)]
  const faults: Flaw[] = []
  if (there.size < found.length || wanted.size < listed.length) faults.push('doubled')
  if (found.some(name => !wanted.has(name))) faults.push('added')
  if (listed.some(name => !there.has(name))) faults.push('missing')
  return faults.length === 0 && found.join() !== listed.join() ? ['moved'] : faults
}

interface Judging {
  reader: ReturnType<typeof readerOf>
  list: Handover
  proofs: Proofs
  broken: ReadonlySet<string>
}

async function judge(report: Report, judging: Judging): Promise<void> {
  const { reader, list, proofs } = judging
  const bytes = await reader.bytes(NAMES.manifest)
  const signature = await reader.text(NAMES.manifestSignature)
  const found = bytes && parsed(manifest, bytes)
  if (!bytes || !found) {
    report.flaws.push('manifest')
    return
  }
  report.number = found.case.number
  report.title = found.case.title
  report.sealedAt = found.sealedAt
  report.head = found.custody.head
  if (proofs.sha256(bytes) !== list.manifest) report.flaws.push('manifest')
  if (!signed(proofs, signature, bytes, found.publicKey)) report.flaws.push('manifestSignature')
  if (found.publicKey !== list.publicKey || (await reader.text(NAMES.key)) !== pemOf(list.publicKey))
    report.flaws.push('otherKey')
  await judgeStamp(report, judging, list.manifest)
  await judgeCustody(report, judging, found)
  if (!onlyNamed(list, found)) report.flaws.push('files')
  for (const item of found.items) report.items.push(await judgeItem(item, judging))
}

/** A stamp that is there must be of this very manifest. */
async function judgeStamp(
  report: Report,
  { reader, list }: Pick<Judging, 'reader' | 'list'>,
  sha256: string,
): Promise<void> {
  if (!list.files.some(({ name }) => name === NAMES.stamp)) return
  const bytes = await reader.bytes(NAMES.stamp)
  const stamp = bytes && readStamp(bytes)
  if (stamp?.sha256 === sha256) report.stampedAt = stamp.at
  else report.flaws.push('stamp')
}

/** A signature is of two lines' length: its digits and a line's end, and nothing else. */
function signed(proofs: Proofs, text: string | undefined, bytes: Uint8Array, publicKey: string): boolean {
  const signature = text?.endsWith('\n') ? fromHex(text.slice(0, -1)) : undefined
  const key = fromHex(publicKey)
  return signature?.length === 64 && key?.length === 32 && proofs.verify(signature, bytes, key)
}

/** The chain as a whole, its count and its head: a chain that was cut off or begun anew has another head. */
async function judgeCustody(
  report: Report,
  { reader, list, proofs }: Judging,
  found: Manifest,
): Promise<void> {
  const text = (await reader.text(NAMES.custody)) ?? ''
  const lines = text.split('\n').slice(0, -1)
  const heads = text.endsWith('\n') ? headsOf(lines, proofs.sha256) : undefined
  const stands = ({ count, head }: Manifest['custody']) => heads?.[count - 1] === head
  if (!heads || lines.length !== list.custody.count || !stands(list.custody)) report.flaws.push('custody')
  const chain = lines.map(lineOf).filter(line => line !== undefined)
  report.custody = chain.map(({ at, by, act }) => ({ at, by, act }))
  const held = chain.filter(({ act }) => act === 'held').map(({ detail }) => `${detail.item} ${detail.root}`)
  const listed = found.items.map(({ no, root }) => `${no} ${root}`)
  const inOrder = found.items.every(({ no }, at) => no === at + 1)
  const sealedLast = chain[found.custody.count - 1]?.act === 'sealed'
  if (!stands(found.custody) || !sealedLast || !inOrder || held.join() !== listed.join())
    report.flaws.push('seal')
}

/** Nothing lies in the archive that the manifest does not know. */
function onlyNamed({ files, withheldContent }: Handover, { items }: Manifest): boolean {
  const withheld = new Set(withheldContent)
  const contents = new Set(items.filter(({ content }) => content !== null).map(({ no }) => no))
  const wanted = [
    NAMES.manifest,
    NAMES.manifestSignature,
    ...(files.some(({ name }) => name === NAMES.stamp) ? [NAMES.stamp] : []),
    NAMES.key,
    NAMES.custody,
    ...items.flatMap(({ no }) =>
      contents.has(no) && !withheld.has(no) ? [recordName(no), contentName(no)] : [recordName(no)],
    ),
  ]
  const names = files.map(({ name }) => name).filter(name => name !== NAMES.verifier)
  return withheldContent.every(no => contents.has(no)) && names.join() === wanted.join()
}

async function judgeItem(
  item: ManifestItem,
  { reader, list, proofs, broken }: Judging,
): Promise<ItemFinding> {
  const { no, kind, content } = item
  const bytes = await reader.bytes(recordName(no))
  const record = bytes && parsed(recordFile, bytes)
  const leaves = record?.leaves ?? []
  const withheldContent = list.withheldContent.includes(no)
  const finding: ItemFinding = {
    no,
    kind,
    flaw: undefined,
    shown: leaves.flatMap(of => ('hash' in of ? [] : [{ path: of.path, value: String(of.value ?? '') }])),
    withheld: leaves.flatMap(of => ('hash' in of ? [of.path] : [])),
    content: content === null ? 'none' : withheldContent ? 'withheld' : 'given',
  }
  const proven =
    leaves.length === item.leaves && isSorted(leaves) && rootOf(leaves, proofs.sha256) === item.root
  if (!proven || broken.has(recordName(no))) return { ...finding, flaw: 'record' }
  if (content === null || withheldContent) return finding
  const file = list.files.find(({ name }) => name === contentName(no))
  const same = file?.sha256 === content.sha256 && file.bytes === content.bytes
  return { ...finding, flaw: same && !broken.has(contentName(no)) ? undefined : 'content' }
}

/** What a file says, if it is written in the one way in which it can be. */
function parsed<Schema extends z.ZodMiniType<Json & object>>(
  schema: Schema,
  bytes: Uint8Array,
): z.output<Schema> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value = z.parse(schema, JSON.parse(text))
    return sameBytes(bytesOf(canonical(value)), bytes) ? value : undefined
  } catch {
    return undefined
  }
}

function readerOf(source: Source, { entries, starts }: ReadZip) {
  const bytes = async (name: string) => {
    const at = entries.findIndex(entry => entry.name === name)
    const [entry, start] = [entries[at], starts[at]]
    if (!entry || start === undefined || entry.bytes > MOST_TEXT) return undefined
    return source.read(start, start + entry.bytes)
  }
  const text = async (name: string) => {
    const found = await bytes(name)
    return found && new TextDecoder('utf-8', { ignoreBOM: true }).decode(found)
  }
  return {
    bytes,
    text,
    /** The signed list, which comes first. */
    list: async () => {
      if (entries[0]?.name !== NAMES.handover || entries[1]?.name !== NAMES.handoverSignature)
        return undefined
      const found = await bytes(NAMES.handover)
      const list = found && parsed(handover, found)
      return list && { bytes: found, list, signature: await text(NAMES.handoverSignature) }
    },
    /** Behind the list and its signature, in their order. */
    names: () => entries.slice(2).map(({ name }) => name),
    /** Names whose bytes are others than the list says, or than the headers of the archive say. */
    brokenFiles: async ({ files }: Handover, proofs: Proofs): Promise<ReadonlySet<string>> => {
      const broken = new Set<string>()
      for (const [at, entry] of entries.entries()) {
        const start = starts[at] ?? 0
        const digest = proofs.digest()
        let crc = 0
        for (let done = 0; done < entry.bytes; done += PART) {
          const part = await source.read(start + done, start + Math.min(done + PART, entry.bytes))
          digest.update(part)
          crc = crcOf(part, crc)
        }
        // The list and its signature come before what the list names.
        const file = files[at - 2]
        const same = !file || (entry.bytes === file.bytes && digest.hex() === file.sha256)
        if (!same || crc !== entry.crc) broken.add(entry.name)
      }
      return broken
    },
  }
}
