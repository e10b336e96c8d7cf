// Copies what is held: facts as leaves with a salt each, bytes into the storage under a key of their own.
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { MOST_ITEMS } from '../../../src/contract/endpoints/evidence-case.ts'
import { canonical, type Json } from '../../../src/domain/case-file/canonical-json.ts'
import { LONGEST_TRACK_DAYS } from '../../../src/domain/case-file/evidence-case.ts'
import { leavesOf, rootOf } from '../../../src/domain/case-file/leaves.ts'
import type { ItemKind } from '../../../src/domain/case-file/manifest.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { holds } from '../../../src/domain/permission.ts'
import { positionSource } from '../../../src/domain/track/track.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { ApartContext } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { type Storages, uploadKey } from '../files/public.ts'
import { readTrack } from '../tracks/public.ts'
import { itemsOf, lockCase, noteCustody } from './custody-rows.ts'
import { sha256 } from './signing.ts'

export interface HoldParts extends Pick<Kernel, 'filesDir' | 'log'> {
  storages: Storages
}

export interface HeldStores {
  cases: Store
  alarms: Store
  files: Store
  devices: Store
}

export interface Wanted {
  id: number
  kind: ItemKind
  subjectId: number
  from?: number | undefined
  to?: number | undefined
}

/** What is copied: what is known of it, and where its bytes come from, if it has any. */
interface Original {
  label: string
  facts: Json
  content?: { type: string; open: () => Promise<Readable | undefined> }
}

interface Content {
  key: string
  place: string
  bytes: number
  sha256: string
  crc: number
  type: string
}

/** With room for records and chains within what an archive may have. */
const MOST_CASE_BYTES = 3_900_000_000
const MOST_POINTS = 200_000
/** What one must be allowed to read of it. */
const READS: Record<ItemKind, string> = { alarm: 'alarm.read', file: 'file.read', track: 'device.read' }

const newKey = () => {
  const key = randomBytes(32).toString('base64url')
  return `evidence/${key.slice(0, 2)}/${key}`
}

/** Holds one thing; answers its number. No transaction is open while bytes are copied. */
export async function holdInCase(
  parts: HoldParts,
  stores: HeldStores,
  wanted: Wanted,
  context: ApartContext,
): Promise<number> {
  if (!holds(context.person.permissions, READS[wanted.kind])) throw new Refused('forbidden')
  const original = await context.scoped(async sql => {
    const row = await readRow(stores.cases, wanted.id, { ...context, sql })
    if (row.state !== 'open') throw new Refused('evidence.notOpen')
    return originalOf(parts, stores, wanted, { ...context, sql })
  })
  const content = original.content && (await copy(parts, original.content))
  try {
    return await context.scoped(sql => keep(wanted, original, content, { ...context, sql }, stores))
  } catch (error) {
    if (content)
      await parts.storages
        .of(content.place)
        ?.remove(content.key)
        .catch(lost => parts.log.warn({ err: lost }, 'A copy that is not held could not be removed'))
    throw error
  }
}

type Asking = Omit<ApartContext, 'scoped'> & { sql: Parameters<Parameters<ApartContext['scoped']>[0]>[0] }

function originalOf(parts: HoldParts, stores: HeldStores, wanted: Wanted, asking: Asking): Promise<Original> {
  if (wanted.kind === 'alarm') return alarmOf(stores.alarms, wanted.subjectId, asking)
  if (wanted.kind === 'file') return fileOf(parts, stores.files, wanted.subjectId, asking)
  return trackOf(stores.devices, wanted, asking)
}

/** Rows as JSON: what is undefined is left out, as it would be on the wire. */
const plain = (value: unknown): Json => z.parse(z.json(), JSON.parse(JSON.stringify(value)))

async function alarmOf(alarms: Store, alarmId: number, asking: Asking): Promise<Original> {
  const row = await readRow(alarms, alarmId, asking)
  const events = await rowsOf(
    asking.sql,
    tables
      .selectFrom('alarm_event')
      .select(['kind', 'user_name as userName', 'note', 'at', 'recorded_at as recordedAt'])
      .where('alarm_id', '=', alarmId)
      .orderBy('at')
      .orderBy('id'),
  )
  return { label: String(row.title), facts: plain({ alarm: row, events }) }
}

async function fileOf(
  { storages }: HoldParts,
  files: Store,
  fileId: number,
  asking: Asking,
): Promise<Original> {
  const { name, contentType, bytes, width, height, userName, createdAt } = await readRow(
    files,
    fileId,
    asking,
  )
  const kept = await firstOf(
    asking.sql,
    tables.selectFrom('stored_file').select(['key', 'storage']).where('id', '=', fileId),
  )
  if (!kept) throw new Refused('row.unknown')
  return {
    label: String(name),
    facts: plain({ file: { name, contentType, bytes, width, height, userName, createdAt } }),
    content: {
      type: String(contentType),
      open: async () => storages.of(kept.storage)?.open(uploadKey(kept.key)),
    },
  }
}

/** Points as lines of JSON: time, latitude, longitude, accuracy in metres, source. */
async function trackOf(devices: Store, { subjectId, from, to }: Wanted, asking: Asking): Promise<Original> {
  if (from === undefined) throw new Refused('field.required', { field: 'from' })
  if (to === undefined) throw new Refused('field.required', { field: 'to' })
  if (to < from) throw new Refused('field.periodOrder', { field: 'to' })
  const longest = from + LONGEST_TRACK_DAYS * DAY_MS
  if (to > longest) throw new Refused('field.tooBig', { field: 'to', params: { max: longest } })
  const { name, imei } = await readRow(devices, subjectId, asking)
  const { track } = await readTrack(asking.sql, { deviceId: subjectId, from, to }, MOST_POINTS)
  if (track.times.length === 0) throw new Refused('evidence.nothing')
  const lines = Array.from(track.times, (at, index) =>
    canonical({
      at,
      latitude: track.latitudes[index] ?? 0,
      longitude: track.longitudes[index] ?? 0,
      accuracy: track.accuracies[index] || null,
      source: positionSource.options[(track.sources[index] ?? 0) - 1] ?? null,
    }),
  )
  return {
    label: String(name),
    facts: plain({ track: { device: name, imei, from, to, points: lines.length } }),
    content: { type: 'application/jsonl', open: async () => Readable.from(lines.map(line => `${line}\n`)) },
  }
}

/** Counted and hashed while they are copied, so that what was hashed is what was kept. */
async function copy(
  { filesDir, storages }: HoldParts,
  { type, open }: NonNullable<Original['content']>,
): Promise<Content> {
  const stream = await open()
  if (!stream) throw new Refused('evidence.noBytes')
  const folder = join(filesDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `evidence-${randomBytes(9).toString('hex')}`)
  const hash = createHash('sha256')
  let bytes = 0
  let crc = 0
  const measure = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length
      if (bytes > MOST_CASE_BYTES) return done(new Refused('evidence.tooBig'))
      hash.update(chunk)
      crc = crc32(chunk, crc)
      done(null, chunk)
    },
  })
  try {
    await pipeline(stream, measure, createWriteStream(path, { mode: 0o600 }))
    // A file of no bytes is one too, and pipes create it.
    if (bytes === 0) await writeFile(path, '')
    const key = newKey()
    await storages.now.put(key, { path, bytes, type })
    return { key, place: storages.now.place, bytes, sha256: hash.digest('hex'), crc, type }
  } finally {
    await rm(path, { force: true })
  }
}

async function keep(
  { id: caseId, kind, subjectId }: Wanted,
  { label, facts }: Original,
  content: Content | undefined,
  context: Asking,
  stores: HeldStores,
): Promise<number> {
  const { sql, person } = context
  await readRow(stores.cases, caseId, context)
  const found = await lockCase(sql, caseId)
  if (found.state !== 'open') throw new Refused('evidence.notOpen')
  const items = await itemsOf(sql, caseId)
  const used = items.reduce((sum, item) => sum + (item.content_bytes ?? 0), 0)
  if (items.length >= MOST_ITEMS || used + (content?.bytes ?? 0) > MOST_CASE_BYTES)
    throw new Refused('evidence.tooBig')
  const tenantId = found.tenant_id
  const no = items.length + 1
  const leaves = leavesOf(facts, () => randomBytes(16).toString('hex'))
  const root = rootOf(leaves, sha256)
  await rowsOf(
    sql,
    tables
      .insertInto('evidence_item')
      .values({
        tenant_id: tenantId,
        case_id: caseId,
        ...{ no, kind, label, root },
        held_at: Date.now(),
        held_by_name: person.name,
        record: canonical({ leaves }),
        leaves: leaves.length,
        content_key: content?.key ?? null,
        content_storage: content?.place ?? null,
        content_bytes: content?.bytes ?? null,
        content_sha256: content?.sha256 ?? null,
        content_type: content?.type ?? null,
        content_crc: content?.crc ?? null,
      })
      .returning('id'),
  )
  await noteCustody(sql, { tenantId, caseId, by: person.name, act: 'held', detail: { item: no, root } })
  // Whoever seals looked at what is held: with another item it is another case.
  await sql.change('update evidence_case set version = version + 1, updated_at = $2 where id = $1', [
    caseId,
    Date.now(),
  ])
  sql.audit({
    ...by(context, tenantId),
    action: 'evidenceCase.hold',
    entity: 'evidenceCase',
    rowId: caseId,
    detail: { no, kind, subjectId },
  })
  return no
}
