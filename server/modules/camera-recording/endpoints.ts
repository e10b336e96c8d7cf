// What cameras have recorded by themselves, over HTTP: settings, the timeline of several, their pictures, holds, clips.
import * as z from 'zod/mini'
import {
  cameraRecordings,
  clipOfCameras,
  holdRecorded,
  picturesOfCameras,
  type RecordedAlarm,
  type RecordedLane,
  recordedOfCameras,
  saveCameraRecording,
} from '../../../src/contract/endpoints/camera-recording.ts'
import { alarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import { MOST_CLIP_BYTES, usualSettings } from '../../../src/domain/recordings/camera-recording.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets.ts'
import { createFileTickets, RECORDED_PATH } from '../recordings/public.ts'
import { type Starting, startTask } from '../tasks/public.ts'
import { clipName } from './clips.ts'
import { recordedOf } from './recorded.ts'
import { type CameraRecorder, readSettings } from './recorder.ts'
import { belongs } from './sight.ts'

const MOST_ALARMS = 500
/** Six cameras of three days in minutes. */
const MOST_SEGMENTS = 26_000
const MOST_REMEMBERED = 2_000

export interface RecordedParts extends Starting {
  config: { secrets: Secrets }
  recorder: Pick<CameraRecorder, 'recordingSince' | 'writingFrom' | 'troubleOf' | 'look'>
}

type Asking = Pick<Context, 'sql' | 'person'>

/** Cameras that the person may see, in the order in which they were asked for; one that is not theirs is none. */
async function seenCameras({ sql, person }: Asking, cameraIds?: readonly number[]) {
  let found = tables.selectFrom('camera').select(['id', 'name', 'tenant_id']).where('removed_at', 'is', null)
  if (!person.platform) found = found.where('tenant_id', '=', person.tenantId)
  if (person.departments !== null) found = found.where('department_id', 'in', [-1, ...person.departments])
  if (!cameraIds) return rowsOf(sql, found.orderBy('name'))
  const rows = await rowsOf(sql, found.where('id', 'in', [...cameraIds]))
  return cameraIds.map(cameraId => {
    const row = rows.find(({ id }) => id === cameraId)
    if (!row) throw new Refused('row.unknown')
    return row
  })
}

export function mountCameraRecordings(handlers: Handlers, parts: RecordedParts): void {
  const { recorder } = parts
  const tickets = createFileTickets(parts.config.secrets)
  const isNews = rememberer()

  handlers.handle(recordedOfCameras, async ({ cameraIds, from, to }, context) => {
    const cameras = await seenCameras(context, cameraIds)
    const recorded = await recordedOf(context.sql, cameraIds, { from, to, most: MOST_SEGMENTS })
    const lanes = cameras.map(
      ({ id: cameraId, name, tenant_id: tenantId }): RecordedLane => ({
        cameraId,
        name,
        ...recorded(cameraId),
        writingFrom: recorder.writingFrom(cameraId),
        trouble: recorder.troubleOf(cameraId, tenantId),
      }),
    )
    return { lanes, alarms: await alarmsOf(context, cameraIds, from, to), now: Date.now() }
  })

  handlers.handle(picturesOfCameras, async ({ cameraIds, from, to }, context) => {
    const { sql, person, tokenHash } = context
    const cameras = await seenCameras(context, cameraIds)
    const segments = await rowsOf(
      sql,
      tables
        .selectFrom('camera_segment')
        .select(['id', 'camera_id', 'from_at', 'to_at', 'file_id'])
        .where('camera_id', 'in', cameraIds)
        .where('to_at', '>', from)
        .where('from_at', '<', to)
        .orderBy('from_at')
        .limit(MOST_SEGMENTS),
    )
    const named = cameras.map(({ name }) => name).join(', ')
    if (segments.length > 0 && isNews(`${tokenHash} ${cameraIds.join()}`))
      sql.audit({
        ...by(context, person.tenantId),
        action: 'camera.watchRecorded',
        entity: 'camera',
        rowId: cameraIds.length === 1 ? (cameraIds[0] ?? null) : null,
        detail: { name: named, from, to },
      })
    const urlOf = (fileId: number) =>
      `${RECORDED_PATH}/${tickets.make({ fileId, tenantId: person.tenantId, tokenHash, save: false })}`
    return {
      lanes: cameraIds.map(cameraId => ({
        cameraId,
        segments: segments
          .filter(each => each.camera_id === cameraId)
          .map(each => ({
            id: each.id,
            from: each.from_at,
            to: each.to_at,
            url: urlOf(each.file_id),
          })),
      })),
    }
  })

  handlers.handle(cameraRecordings, async (_request, context) => {
    const cameras = await seenCameras(context)
    const rows = await rowsOf(
      context.sql,
      tables
        .selectFrom('camera_recording')
        .select(['camera_id', 'mode', 'weekly', 'before_s', 'after_s', 'days'])
        .where('camera_id', 'in', [-1, ...cameras.map(({ id }) => id)]),
    )
    const known = new Map(rows.map(row => [row.camera_id, readSettings(row)]))
    return cameras.map(({ id, name, tenant_id: tenantId }) => {
      const settings = known.get(id) ?? usualSettings(id)
      return {
        ...settings,
        name,
        recordingSince: recorder.recordingSince(id),
        trouble: settings.mode === 'off' ? null : recorder.troubleOf(id, tenantId),
      }
    })
  })

  handlers.handle(saveCameraRecording, async (settings, context) => {
    const { sql, person } = context
    const { cameraId, mode, weekly, beforeSeconds, afterSeconds, days } = settings
    const [camera] = await seenCameras(context, [cameraId])
    if (!camera) throw new Refused('row.unknown')
    if (mode === 'schedule' && weekly.length === 0) throw new Refused('field.required', { field: 'weekly' })
    const now = Date.now()
    await sql.change(
      `insert into camera_recording (camera_id, tenant_id, updated_at, updated_by, mode, weekly, before_s, after_s, days)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (camera_id) do update set updated_at = $3, updated_by = $4, mode = $5, weekly = $6, before_s = $7,
         after_s = $8, days = $9`,
      [
        ...[cameraId, camera.tenant_id, now, person.name, mode, JSON.stringify(weekly)],
        ...[beforeSeconds, afterSeconds, days],
      ],
    )
    // Who keeps less means what is there already, too.
    await sql.change('update camera_segment set expires_at = from_at + $2 where camera_id = $1', [
      cameraId,
      days * DAY_MS,
    ])
    sql.audit({
      ...by(context, camera.tenant_id),
      action: 'camera.recording',
      entity: 'camera',
      rowId: cameraId,
      detail: { name: camera.name, mode, beforeSeconds, afterSeconds, days },
    })
    sql.afterCommit(() => void recorder.look().catch(() => {}))
    return null
  })

  handlers.handle(holdRecorded, async ({ cameraIds, from, to, reason }, context) => {
    const { sql, person } = context
    const cameras = await seenCameras(context, cameraIds)
    const held = reason !== undefined
    const segments = await sql.change(
      `update camera_segment set held_at = $4, hold_reason = $5, held_by_name = $6
       where camera_id = any($1::bigint[]) and to_at > $2 and from_at < $3`,
      [cameraIds, from, to, held ? Date.now() : null, reason ?? null, held ? person.name : null],
    )
    if (segments === 0) throw new Refused('recording.nothing')
    sql.audit({
      ...by(context, person.tenantId),
      action: held ? 'camera.hold' : 'camera.release',
      entity: 'camera',
      rowId: cameraIds.length === 1 ? (cameraIds[0] ?? null) : null,
      detail: {
        name: cameras.map(({ name }) => name).join(', '),
        from,
        to,
        reason: reason ?? null,
        segments,
      },
    })
    return { segments }
  })

  handlers.handle(clipOfCameras, async ({ cameraIds, from, to, zone }, context) => {
    const cameras = await seenCameras(context, cameraIds)
    const some = await rowsOf(
      context.sql,
      tables
        .selectFrom('camera_segment')
        .select(['camera_id', 'codec', 'bytes'])
        .where('camera_id', 'in', cameraIds)
        .where('to_at', '>', from)
        .where('from_at', '<', to),
    )
    const [first] = some
    if (!first) throw new Refused('recording.nothing')
    if (some.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_CLIP_BYTES)
      throw new Refused('recording.clipTooBig')
    const alone = new Set(some.map(each => each.camera_id)).size === 1
    const format = alone ? (first.codec === 'vp8' ? 'webm' : 'mp4') : 'zip'
    const named = alone ? cameras.find(({ id }) => id === first.camera_id)?.name : undefined
    const taskId = await startTask(
      parts,
      {
        kind: 'clip',
        entity: 'camera',
        format,
        fileName: `${clipName(named ?? 'cameras', zone, from)}.${format}`,
        request: { cameraIds, from, to },
        detail: { name: cameras.map(({ name }) => name).join(', '), from, to },
      },
      context,
    )
    return { taskId }
  })
}

/** True for what was not asked within the last hour. */
function rememberer(): (what: string) => boolean {
  const at = new Map<string, number>()
  return what => {
    const now = Date.now()
    if ((at.get(what) ?? 0) > now - HOUR_MS) return false
    at.delete(what)
    at.set(what, now)
    const [oldest] = at.keys()
    if (at.size > MOST_REMEMBERED && oldest !== undefined) at.delete(oldest)
    return true
  }
}

async function alarmsOf(
  { sql, person }: Asking,
  cameraIds: readonly number[],
  from: number,
  to: number,
): Promise<RecordedAlarm[]> {
  let found = tables
    .selectFrom('alarm as a')
    .innerJoin('camera as c', 'c.tenant_id', 'a.tenant_id')
    .select(['a.id', 'a.raised_at', 'a.type', 'a.severity', 'a.device_name', 'c.id as camera_id'])
    .where('c.id', 'in', [...cameraIds])
    .where('a.raised_at', '>=', from)
    .where('a.raised_at', '<', to)
    .where('a.removed_at', 'is', null)
    .where(belongs)
  if (person.departments !== null) found = found.where('a.department_id', 'in', [-1, ...person.departments])
  const rows = await rowsOf(sql, found.orderBy('a.raised_at', 'desc').limit(MOST_ALARMS))
  const alarms = new Map<number, RecordedAlarm>()
  for (const row of rows) {
    const before = alarms.get(row.id)
    alarms.set(row.id, {
      id: row.id,
      at: row.raised_at,
      type: z.parse(alarmType, row.type),
      critical: row.severity === 'critical',
      deviceName: row.device_name,
      cameraIds: [...(before?.cameraIds ?? []), row.camera_id],
    })
  }
  return [...alarms.values()]
}
