// Recordings over HTTP: what a player needs of one, its bytes, and what a page says of one that has ended.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import {
  addVcrInfo,
  downloadRecording,
  playRecording,
  RECORDED_SUFFIX,
  recordingTrack,
} from '../../../src/contract/endpoints/recording.ts'
import { holds } from '../../../src/domain/permission.ts'
import {
  markKind,
  recordingPermissions,
  recordingSource,
  recordingState,
  trackKind,
} from '../../../src/domain/recordings/recording.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import { contentDisposition } from '../../http/disposition.ts'
import type { Handlers } from '../../http/handlers.ts'
import { rangeOf } from '../../http/range.ts'
import { Refused } from '../../http/refusal.ts'
import type { Guard } from '../../person.ts'
import { uploadKey } from '../files/public.ts'
import type { RecordingParts } from './recordings.ts'
import { createFileTickets, type FileTickets, RECORDED_PATH } from './tickets.ts'

const POLICY = "default-src 'none'; media-src 'self'; sandbox"

interface Given extends RecordingParts {
  sessions: Pick<Guard, 'findByHash'>
}

export function mountRecordings(
  handlers: Handlers,
  http: FastifyInstance,
  parts: Given,
  recordings: Store,
): void {
  const tickets = createFileTickets(parts.config.secrets)
  mountFilesOf(http, parts, tickets)
  const urlOf = (claims: Parameters<FileTickets['make']>[0]) => `${RECORDED_PATH}/${tickets.make(claims)}`

  handlers.handle(playRecording, async ({ id }, context) => {
    const { sql, person, tokenHash } = context
    await readRow(recordings, id, context)
    const row = await factsOf(sql, id)
    const [tracks, marks] = [await tracksOf(sql, id), await marksOf(sql, id)]
    if (tracks.length === 0) throw new Refused(row.state === 'failed' ? 'row.unknown' : 'recording.notYet')
    sql.audit({
      ...by(context, row.tenant_id),
      action: 'recording.play',
      entity: 'recording',
      rowId: id,
      detail: { name: row.name },
    })
    const end = Math.max(...tracks.map(({ begin_ms, duration_ms }) => begin_ms + duration_ms))
    return {
      id,
      name: row.name,
      source: z.parse(recordingSource, row.source),
      state: z.parse(recordingState, row.state),
      startedAt: row.started_at,
      endedAt: row.ended_at,
      durationMs: Math.max(end, row.ended_at === null ? 0 : row.ended_at - row.started_at),
      tracks: tracks.map(track => ({
        id: track.id,
        kind: z.parse(trackKind, track.kind),
        codec: track.codec,
        contentType: track.content_type,
        beginMs: track.begin_ms,
        durationMs: track.duration_ms,
        spans: z.parse(spansOf, track.spans),
        width: track.width,
        height: track.height,
        bytes: track.bytes,
        whose: track.whose,
        displayName: track.display_name,
        imei: track.imei,
        url: urlOf({ fileId: track.file_id, tenantId: person.tenantId, tokenHash, save: false }),
      })),
      marks: marks.map(mark => ({
        kind: z.parse(markKind, mark.kind),
        atMs: mark.at_ms,
        untilMs: mark.until_ms,
        whose: mark.whose,
        displayName: mark.display_name,
        alarmId: mark.alarm_id,
      })),
    }
  })

  handlers.handle(downloadRecording, async ({ id, trackId }, context) => {
    const { sql, person, tokenHash } = context
    await readRow(recordings, id, context)
    const row = await factsOf(sql, id)
    const track = (await tracksOf(sql, id)).find(one => one.id === trackId)
    if (!track) throw new Refused('row.unknown')
    sql.audit({
      ...by(context, row.tenant_id),
      action: 'recording.download',
      entity: 'recording',
      rowId: id,
      detail: { name: row.name, file: track.file_name },
    })
    const claims = { fileId: track.file_id, tenantId: person.tenantId, tokenHash, save: true }
    return { url: urlOf(claims), fileName: track.file_name, bytes: track.bytes }
  })

  handlers.handle(addVcrInfo, async ({ bucketName, fileName, imeis }, context) => {
    const { sql, person } = context
    const row = await firstOf(
      sql,
      tables
        .selectFrom('recording')
        .select(['id', 'name'])
        .where('tenant_id', '=', person.tenantId)
        .where('file_name', '=', fileName.slice(0, -RECORDED_SUFFIX.length))
        .where('source', '=', 'room')
        .where('removed_at', 'is', null)
        .orderBy('id', 'desc'),
    )
    if (!row) throw new Refused('row.unknown')
    await refuseForeign(sql, person.tenantId, imeis)
    await sql.change(
      `update recording set imeis = array(select distinct unnest(imeis || $2::text[])), updated_at = $3, version = version + 1 where id = $1`,
      [row.id, imeis, Date.now()],
    )
    sql.audit({
      ...by(context, person.tenantId),
      action: 'recording.info',
      entity: 'recording',
      rowId: row.id,
      detail: { name: row.name, bucket: bucketName, imeis: imeis.join() },
    })
    return { id: row.id }
  })
}

/** Devices of another tenant are as unknown as none. */
async function refuseForeign(sql: Sql, tenantId: number, imeis: readonly string[]): Promise<void> {
  if (imeis.length === 0) return
  const known = await rowsOf(
    sql,
    tables
      .selectFrom('device')
      .select('imei')
      .where('tenant_id', '=', tenantId)
      .where('imei', 'in', [...imeis])
      .where('removed_at', 'is', null),
  )
  const found = new Set(known.map(({ imei }) => imei))
  const at = imeis.findIndex(one => !found.has(one))
  if (at >= 0) throw new Refused('field.reference', { field: `imeis.${at}` })
}

const spansOf = recordingTrack.shape.spans

async function factsOf(sql: Sql, id: number) {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('recording')
      .select(['tenant_id', 'name', 'source', 'state', 'started_at', 'ended_at'])
      .where('id', '=', id),
  )
  if (!row) throw new Refused('row.unknown')
  return row
}

const tracksOf = (sql: Sql, id: number) =>
  rowsOf(
    sql,
    tables
      .selectFrom('recording_track')
      .innerJoin('stored_file', 'stored_file.id', 'recording_track.file_id')
      .select([
        'recording_track.id',
        'recording_track.kind',
        'codec',
        'content_type',
        'begin_ms',
        'duration_ms',
        'spans',
        'recording_track.width',
        'recording_track.height',
        'bytes',
        'whose',
        'display_name',
        'imei',
        'file_id',
        'stored_file.name as file_name',
      ])
      .where('recording_id', '=', id)
      .where('stored_file.removed_at', 'is', null)
      .orderBy('begin_ms')
      .orderBy('recording_track.id'),
  )

const marksOf = (sql: Sql, id: number) =>
  rowsOf(
    sql,
    tables
      .selectFrom('recording_mark')
      .select(['kind', 'at_ms', 'until_ms', 'whose', 'display_name', 'alarm_id'])
      .where('recording_id', '=', id)
      .orderBy('at_ms'),
  )

/** Bytes for who holds an address, as long as their session lasts and they may still play or keep recordings. */
function mountFilesOf(
  http: FastifyInstance,
  { data, sessions, storages }: Given,
  tickets: FileTickets,
): void {
  http.get<{ Params: { ticket: string } }>(`${RECORDED_PATH}/:ticket`, async (request, reply) => {
    const claims = tickets.read(request.params.ticket)
    const person = claims && (await sessions.findByHash(claims.tokenHash))?.person
    const wanted = claims?.save ? recordingPermissions.download : recordingPermissions.play
    const may = person?.tenantId === claims?.tenantId && person && holds(person.permissions, wanted)
    const file =
      claims && may
        ? await data.scoped(WHOLE, sql =>
            firstOf(
              sql,
              tables
                .selectFrom('stored_file')
                .select(['key', 'storage', 'bytes', 'content_type', 'name'])
                .where('id', '=', claims.fileId)
                .where('removed_at', 'is', null),
            ),
          )
        : undefined
    if (!claims || !file) throw new Refused('route.unknown', { status: 404 })
    const range = rangeOf(request.headers.range, file.bytes)
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', POLICY)
      .header('cross-origin-resource-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .header('accept-ranges', 'bytes')
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
    const stream = await storages.of(file.storage)?.open(uploadKey(file.key), range)
    if (!stream) throw new Refused('route.unknown', { status: 404 })
    if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
    return reply
      .header('content-type', file.content_type)
      .header('content-length', range ? range.end - range.start + 1 : file.bytes)
      .header('content-disposition', claims.save ? contentDisposition(file.name) : 'inline')
      .send(stream)
  })
}
