// Has cameras recorded as their settings say: begins and ends what the program beside the server writes, makes its files whole,
// keeps them, and says where a picture is missing. One process of the installation records a camera.
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { MINUTE_MS, SECOND_MS } from '../../../src/domain/durations.ts'
import {
  type RecordingSettings,
  type RecordingStop,
  reasonNow,
  recordingSettings,
  type SegmentReason,
} from '../../../src/domain/recordings/camera-recording.ts'
import { localTime } from '../../../src/domain/report/zone-time.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Kernel } from '../../kernel.ts'
import { startRounds } from '../../rounds.ts'
import { RECORD, RING, recordWord, SEGMENT_FILE } from '../cameras/public.ts'
import type { Storages } from '../files/public.ts'
import type { RecordingConfig } from '../recordings/public.ts'
import type { RetentionConfig } from '../retention/public.ts'
import { beginGap, endGap } from './gaps.ts'
import type { CameraHand, Handed } from './hand.ts'
import { keepSegment } from './keep-segment.ts'
import { belongs } from './sight.ts'

const LOOK_MS = 5 * SECOND_MS
const SEGMENT_MS = MINUTE_MS
/** Another process that has said nothing for so long is gone. */
const HOME_MS = 30 * SECOND_MS
/** A camera that begins to record has so long to send a picture before that is a gap. */
const FIRST_PICTURE_MS = 10 * SECOND_MS
/** What was fetched and broke off is fetched again after this. */
const AGAIN_MS = 300
/** What could not be written or kept is tried again after this. */
const RETRY_MS = MINUTE_MS
const FOLDER = 'segments'

export interface RecorderParts extends Pick<Kernel, 'data' | 'log' | 'filesDir' | 'bus'> {
  storages: Storages
  config: { recordings: RecordingConfig; retention: Pick<RetentionConfig, 'recordings'> }
  recordings: { home(): Promise<string> }
  hand: CameraHand
  /** Bytes that the disk has left; for tests. */
  freeBytes?: (() => Promise<number>) | undefined
  now?: () => number
}

export interface CameraRecorder {
  /** Keeps what a killed server left, then records. */
  start(): Promise<void>
  /** Looks at once, instead of at the next round. */
  look(): Promise<void>
  /** Since when each camera has been written by this process, without a gap. */
  recordingSince(cameraId: number): number | null
  /** Where the file begins that is written now, and cannot be played yet. */
  writingFrom(cameraId: number): number | null
  troubleOf(cameraId: number, tenantId: number): RecordingStop | null
  stop(): Promise<void>
}

interface Going {
  why: SegmentReason
  hand: Handed
  /** Pictures came since. */
  since: number | null
  askedAt: number
  /** Files that are written now: name and beginning. */
  files: Map<string, number>
}

interface Camera extends RecordingSettings {
  tenantId: number
  zone: string
}

export function createCameraRecorder(parts: RecorderParts): CameraRecorder {
  const { data, log, bus, hand, filesDir, now = Date.now } = parts
  const folder = join(filesDir, FOLDER)
  const { freeBytes = () => freeOf(folder) } = parts
  const { leastFree } = parts.config.recordings
  const going = new Map<number, Going>()
  const rings = new Map<number, Handed>()
  /** Until when what an alarm began goes on. */
  const alarmed = new Map<number, number>()
  const broken = new Map<number, number>()
  const overQuota = new Set<number>()
  let full = false
  let known = new Map<number, Camera>()
  let home = ''
  let stopped = false
  let keptAt = 0

  // Database and disk are asked for one thing after the other: what is told of a camera stays in its order.
  let working: Promise<unknown> = Promise.resolve()
  const later = (work: () => Promise<unknown>) => {
    working = working
      .then(work)
      .catch(error => log.error({ err: error }, 'What a camera sent could not be kept'))
  }
  const keeping = new Set<string>()
  const keep = (file: string, told?: { from: number; to: number }) => {
    if (keeping.has(file)) return
    keeping.add(file)
    later(async () => {
      try {
        const found = await keepSegment(parts, { folder, file, ...(told && { told }) })
        if (found?.isKept) overQuota.delete(found.tenantId)
        else if (found && !overQuota.has(found.tenantId)) {
          // The file stays where it is, and is tried again.
          overQuota.add(found.tenantId)
          log.error(
            { tenantId: found.tenantId },
            'Cameras are not recorded: the storage for recordings is used up, and all of it is held',
          )
        }
      } finally {
        keeping.delete(file)
      }
    })
  }

  const isWritten = (file: string) => [...going.values()].some(({ files }) => files.has(file))
  /** Files that nobody writes: of a killed server or program, or such as could not be kept. */
  const keepLeft = async (restMs: number) => {
    for (const file of (await readdir(folder)).sort()) {
      const path = join(folder, file)
      const found = await stat(path).catch(() => undefined)
      if (!found || isWritten(file) || keeping.has(file) || now() - found.mtimeMs < restMs) continue
      if (SEGMENT_FILE.test(file)) keep(file)
      else await rm(path, { force: true })
    }
  }

  const troubleOf = (cameraId: number, tenantId: number): RecordingStop | null => {
    if (full) return 'diskFull'
    if (overQuota.has(tenantId)) return 'quota'
    return (broken.get(cameraId) ?? 0) > now() ? 'broken' : null
  }
  /** Whether a camera has a gap now, as far as that is known: what is so already is not written again. */
  const inGap = new Map<number, boolean>()
  const setGap = (cameraId: number, open: boolean, write: (sql: Sql) => Promise<unknown>) => {
    if (inGap.get(cameraId) === open) return
    inGap.set(cameraId, open)
    later(async () => {
      try {
        await data.scoped(WHOLE, write)
      } catch (error) {
        inGap.delete(cameraId)
        throw error
      }
    })
  }
  const gapBegins = (camera: Camera, at: number, why: string | null) =>
    setGap(camera.cameraId, true, sql => beginGap(sql, camera, at, why))
  const gapEnds = (cameraId: number, at: number) => setGap(cameraId, false, sql => endGap(sql, cameraId, at))

  const hear = (camera: Camera, one: Going, raw: unknown) => {
    const word = z.safeParse(recordWord, raw)
    if (!word.success) return
    const { cameraId } = camera
    const told = word.data
    if (told.is === 'begun') {
      one.since ??= told.at
      one.files.set(told.file, told.at)
      gapEnds(cameraId, told.at)
    } else if (told.is === 'ended') {
      one.files.delete(told.file)
      keep(told.file, told)
    } else if (told.is === 'gap') {
      one.since = null
      gapBegins(camera, told.at, told.fault)
    } else {
      log.error({ cameraId, trouble: told.trouble }, 'A camera cannot be recorded')
      broken.set(cameraId, now() + RETRY_MS)
      lookSoon()
    }
  }
  const begin = async (camera: Camera, why: SegmentReason) => {
    const { cameraId } = camera
    const options = { cameraId, folder, why, segmentMs: SEGMENT_MS }
    const files = new Map<string, number>()
    const one: Going = {
      why,
      hand: { stop: async () => {} },
      since: null,
      askedAt: now(),
      files,
    }
    let isOver = false
    const handed = await hand.consume(cameraId, RECORD, options, {
      heard: word => hear(camera, one, word),
      over() {
        isOver = true
        if (going.get(cameraId) === one) going.delete(cameraId)
        if (stopped) return
        if (one.since !== null) gapBegins(camera, now(), null)
        // Of a program that was killed: what it wrote is there but for its end.
        for (const file of files.keys()) keep(file)
        files.clear()
        if (one.since !== null) lookSoon()
      },
    })
    if (typeof handed === 'string') return gapBegins(camera, now(), handed)
    one.hand = handed
    if (!isOver) going.set(cameraId, one)
  }
  const end = async (cameraId: number) => {
    const one = going.get(cameraId)
    if (!one) return
    await one.hand.stop()
    if (going.get(cameraId) === one) going.delete(cameraId)
  }

  const lookAt = async (camera: Camera) => {
    const { cameraId, tenantId, zone } = camera
    const trouble = troubleOf(cameraId, tenantId)
    const alarmedNow = (alarmed.get(cameraId) ?? 0) > now()
    const wanted = reasonNow(camera, { minute: minuteOfWeek(zone, now()), alarmed: alarmedNow })
    const why = trouble ? undefined : wanted
    const before = going.get(cameraId)
    if (before && before.why !== why) await end(cameraId)
    if (wanted && trouble) gapBegins(camera, now(), trouble)
    else if (!wanted) gapEnds(cameraId, now())
    if (why && !going.has(cameraId)) await begin(camera, why)
    const fresh = going.get(cameraId)
    if (fresh && fresh.since === null && now() - fresh.askedAt > FIRST_PICTURE_MS)
      gapBegins(camera, fresh.askedAt, null)
  }
  const lookAtRing = async ({ cameraId, mode, beforeSeconds }: Camera) => {
    const wanted = mode === 'alarm' && beforeSeconds > 0
    const before = rings.get(cameraId)
    if (wanted === (before !== undefined)) return
    if (before) {
      rings.delete(cameraId)
      return before.stop()
    }
    const options = { cameraId, beforeMs: beforeSeconds * SECOND_MS }
    const handed = await hand.consume(cameraId, RING, options, {
      heard: () => {},
      over: () => void rings.delete(cameraId),
    })
    if (typeof handed !== 'string') rings.set(cameraId, handed)
  }
  const look = async () => {
    if (stopped) return
    known = await claimed(parts, home, now())
    const isFull = (await freeBytes()) < leastFree
    if (isFull && !full) log.error('Cameras are not recorded: the disk is full. What was recorded is kept.')
    full = isFull
    for (const [cameraId, ring] of rings)
      if (!known.has(cameraId)) {
        rings.delete(cameraId)
        await ring.stop()
      }
    for (const cameraId of going.keys())
      if (!known.has(cameraId)) {
        await end(cameraId)
        gapEnds(cameraId, now())
      }
    for (const camera of known.values()) {
      if (stopped) return
      await lookAtRing(camera)
      await lookAt(camera)
    }
    if (now() - keptAt < RETRY_MS) return
    keptAt = now()
    await keepLeft(RETRY_MS)
  }
  let looking: Promise<void> = Promise.resolve()
  /** One after the other, whoever asks. */
  const lookNext = () => {
    looking = looking.then(look, look)
    return looking
  }
  const failed = (error: unknown) => log.error({ err: error }, 'Cameras could not be looked at for recording')
  let soon: NodeJS.Timeout | undefined
  const lookSoon = () => {
    clearTimeout(soon)
    if (!stopped) soon = setTimeout(() => lookNext().catch(failed), AGAIN_MS)
  }

  const raised = async (alarms: readonly { id: number; tenantId: number }[]) => {
    for (const { id, tenantId } of alarms)
      for (const cameraId of await camerasOfAlarm(data, tenantId, id)) {
        const after = known.get(cameraId)?.afterSeconds
        if (after !== undefined) alarmed.set(cameraId, now() + after * SECOND_MS)
      }
    await lookNext()
  }
  const stops: (() => void)[] = []

  return {
    async start() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      home = await parts.recordings.home()
      known = await claimed(parts, home, now())
      await keepLeft(0)
      stops.push(
        bus.on('alarm.raised', ({ alarms }) => void raised(alarms).catch(failed)),
        startRounds({ firstMs: 0, everyMs: LOOK_MS, round: lookNext, failed }),
      )
    },
    look: lookNext,
    recordingSince: cameraId => going.get(cameraId)?.since ?? null,
    writingFrom(cameraId) {
      const begun = [...(going.get(cameraId)?.files.values() ?? [])]
      return begun.length === 0 ? null : Math.max(...begun)
    },
    troubleOf,
    async stop() {
      stopped = true
      clearTimeout(soon)
      for (const stop of stops) stop()
      await looking.catch(() => {})
      await Promise.all([...going.values()].map(one => one.hand.stop()))
      await Promise.all([...rings.values()].map(ring => ring.stop()))
      await working
    },
  }
}

/** Monday 00:00 is 0. */
function minuteOfWeek(zone: string, at: number): number {
  const { weekday, minute } = localTime(zone, at)
  return (weekday - 1) * 24 * 60 + minute
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const settingsRow = z.pipe(
  z.object({
    camera_id: z.int(),
    mode: z.string(),
    weekly: z.unknown(),
    before_s: z.int(),
    after_s: z.int(),
    days: z.int(),
  }),
  z.transform(({ camera_id: cameraId, before_s: beforeSeconds, after_s: afterSeconds, ...rest }) => ({
    ...rest,
    cameraId,
    beforeSeconds,
    afterSeconds,
  })),
)
export const readSettings = (row: unknown): RecordingSettings =>
  z.parse(recordingSettings, z.parse(settingsRow, row))

/** Cameras that are to record and that no other living process has. */
async function claimed(
  { data }: Pick<Kernel, 'data'>,
  home: string,
  now: number,
): Promise<Map<number, Camera>> {
  const rows = await data.scoped(WHOLE, async sql => {
    await sql.change(
      `update camera_recording set home = $1, home_at = $2
       where mode <> 'off' and (home = $1 or home is null or home_at < $3)`,
      [home, now, now - HOME_MS],
    )
    return rowsOf(
      sql,
      tables
        .selectFrom('camera_recording as r')
        .innerJoin('camera as c', 'c.id', 'r.camera_id')
        .innerJoin('tenant as t', 't.id', 'r.tenant_id')
        .select([
          'r.camera_id',
          'r.tenant_id',
          'r.mode',
          'r.weekly',
          'r.before_s',
          'r.after_s',
          'r.days',
          't.zone',
        ])
        .where('r.home', '=', home)
        .where('r.mode', '<>', 'off')
        .where('c.removed_at', 'is', null)
        .where('t.removed_at', 'is', null)
        .where('t.status', '=', 'enabled'),
    )
  })
  return new Map(
    rows.map(row => [row.camera_id, { ...readSettings(row), tenantId: row.tenant_id, zone: row.zone }]),
  )
}

async function camerasOfAlarm(data: Kernel['data'], tenantId: number, alarmId: number): Promise<number[]> {
  const rows = await data.scoped(WHOLE, sql =>
    rowsOf(
      sql,
      tables
        .selectFrom('alarm as a')
        .innerJoin('camera as c', 'c.tenant_id', 'a.tenant_id')
        .select('c.id')
        .where('a.id', '=', alarmId)
        .where('a.tenant_id', '=', tenantId)
        .where('c.removed_at', 'is', null)
        .where(belongs),
    ),
  )
  return rows.map(({ id }) => id)
}
