// What is copied of a thing that is held: what is known of it, and where its bytes come from.
import * as z from 'zod/mini'
import type { Json } from '../../../src/domain/case-file/canonical-json.ts'
import type { ItemKind } from '../../../src/domain/case-file/manifest.ts'
import { recordingPermissions } from '../../../src/domain/recordings/recording.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Row } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { type Storages, uploadKey } from '../files/public.ts'
import { readRun } from '../response/public.ts'
import type { Asking, Original, Wanted } from './original.ts'
import { readingsOf, trackOf } from './series-held.ts'

/** Where what is held is listed, by the name of its entity. */
export interface HeldStores {
  cases: Store
  alarms: Store
  files: Store
  devices: Store
  recordings: Store
  doorEvents: Store
}

interface Finding {
  storages: Storages
  stores: HeldStores
  wanted: Wanted
  asking: Asking
}

interface Held {
  /** What one must be allowed to read of it. */
  permission: string
  store: keyof HeldStores
  /** A recording has as many as it has tracks. */
  find(row: Row, finding: Finding): Promise<Original[]>
}

/** Rows as JSON: what is undefined is left out, as it would be on the wire. */
const plain = (value: unknown): Json => z.parse(z.json(), JSON.parse(JSON.stringify(value)))

export const held: Readonly<Record<ItemKind, Held>> = {
  alarm: { permission: 'alarm.read', store: 'alarms', find: alarmOf },
  response: { permission: 'alarm.read', store: 'alarms', find: responseOf },
  audit: { permission: 'alarm.read', store: 'alarms', find: auditOf },
  readings: { permission: 'device.read', store: 'alarms', find: readingsOf },
  recording: { permission: recordingPermissions.download, store: 'recordings', find: tracksOf },
  file: { permission: 'file.read', store: 'files', find: fileOf },
  track: {
    permission: 'device.read',
    store: 'devices',
    find: (row, { wanted, asking }) => trackOf(row, wanted, asking),
  },
  doorEvent: {
    permission: 'doorEvent.read',
    store: 'doorEvents',
    find: async row => [{ kind: 'doorEvent', label: String(row.deviceName), facts: plain({ event: row }) }],
  },
}

/** The row itself, as whoever asks may read it, and what is copied with it. */
export async function originalsOf(finding: Finding): Promise<{ row: Row; originals: Original[] }> {
  const { wanted, stores, asking } = finding
  const { store, find } = held[wanted.kind]
  const row = await readRow(stores[store], wanted.subjectId, asking)
  return { row, originals: await find(row, finding) }
}

async function alarmOf(row: Row, { asking }: Finding): Promise<Original[]> {
  const events = await rowsOf(
    asking.sql,
    tables
      .selectFrom('alarm_event')
      .select(['kind', 'user_name as userName', 'note', 'at', 'recorded_at as recordedAt'])
      .where('alarm_id', '=', row.id)
      .orderBy('at')
      .orderBy('id'),
  )
  return [{ kind: 'alarm', label: String(row.title), facts: plain({ alarm: row, events }) }]
}

/** The card as it was worked off: its steps, and who said what of them when. */
async function responseOf(row: Row, { asking }: Finding): Promise<Original[]> {
  const owner = await firstOf(
    asking.sql,
    tables.selectFrom('alarm').select('tenant_id').where('id', '=', row.id),
  )
  const run = owner && (await readRun(asking.sql, row, owner.tenant_id))
  if (!run) throw new Refused('evidence.nothing')
  return [{ kind: 'response', label: String(row.title), facts: plain({ response: run }) }]
}

/** What the audit log says of the alarm, with the links of its chain, by which the entries are found in the log again. */
async function auditOf(row: Row, { asking }: Finding): Promise<Original[]> {
  const entries = await rowsOf(
    asking.sql,
    tables
      .selectFrom('audit')
      .select(['id', 'at', 'user_name as userName', 'action', 'detail', 'previous', 'hash'])
      .where('entity', '=', 'alarm')
      .where('row_id', '=', row.id)
      .orderBy('id'),
  )
  if (entries.length === 0) throw new Refused('evidence.nothing')
  const told = entries.map(({ previous, hash, ...entry }) => ({
    ...entry,
    previous: previous.toString('hex'),
    hash: hash.toString('hex'),
  }))
  return [{ kind: 'audit', label: String(row.title), facts: plain({ alarm: { id: row.id }, entries: told }) }]
}

async function fileOf(row: Row, { storages, asking }: Finding): Promise<Original[]> {
  const { name, contentType, bytes, width, height, userName, createdAt } = row
  const kept = await firstOf(
    asking.sql,
    tables.selectFrom('stored_file').select(['key', 'storage']).where('id', '=', row.id),
  )
  if (!kept) throw new Refused('row.unknown')
  return [
    {
      kind: 'file',
      label: String(name),
      facts: plain({ file: { name, contentType, bytes, width, height, userName, createdAt } }),
      content: {
        type: String(contentType),
        open: async () => storages.of(kept.storage)?.open(uploadKey(kept.key)),
      },
    },
  ]
}

/** One for each track, since each is a file; what happened when stands with the first. */
async function tracksOf(row: Row, { storages, asking }: Finding): Promise<Original[]> {
  if (row.state !== 'ready') throw new Refused('recording.notYet')
  const tracks = await rowsOf(
    asking.sql,
    tables
      .selectFrom('recording_track as k')
      .innerJoin('stored_file as f', 'f.id', 'k.file_id')
      .select(['k.kind', 'k.codec', 'k.begin_ms as beginMs', 'k.duration_ms as durationMs', 'k.spans'])
      .select(['k.display_name as displayName', 'k.imei', 'f.name', 'f.bytes'])
      .select(['f.content_type as contentType', 'f.key', 'f.storage'])
      .where('k.recording_id', '=', row.id)
      .where('f.removed_at', 'is', null)
      .orderBy('k.begin_ms')
      .orderBy('k.id'),
  )
  if (tracks.length === 0) throw new Refused('evidence.noBytes')
  const marks = await rowsOf(
    asking.sql,
    tables
      .selectFrom('recording_mark')
      .select(['kind', 'at_ms as atMs', 'until_ms as untilMs', 'display_name as displayName'])
      .where('recording_id', '=', row.id)
      .orderBy('at_ms'),
  )
  return tracks.map(({ key, storage, ...track }, at) => ({
    kind: 'recording',
    label: `${row.name} · ${at + 1}/${tracks.length}`,
    facts: plain({ recording: row, track, ...(at === 0 && { marks }) }),
    content: { type: track.contentType, open: async () => storages.of(storage)?.open(uploadKey(key)) },
  }))
}
