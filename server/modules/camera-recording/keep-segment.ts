// Makes a file whole that a camera's recording left, and keeps it as a segment: there is a row where there is a file.
import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { RECORDED_FILE } from '../../../src/domain/file/stored-file.ts'
import { segmentReason } from '../../../src/domain/recordings/camera-recording.ts'
import { WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { SEGMENT_FILE } from '../cameras/public.ts'
import { keepFile, type Storages } from '../files/public.ts'
import type { RecordingConfig } from '../recordings/public.ts'
import { daysKept, type RetentionConfig } from '../retention/public.ts'
import { dropOldest } from './drop.ts'
import { endingOf, makeWhole } from './segment-file.ts'

export interface KeepParts extends Pick<Kernel, 'data' | 'log'> {
  storages: Storages
  config: { recordings: RecordingConfig; retention: Pick<RetentionConfig, 'recordings'> }
}

interface Left {
  folder: string
  file: string
  /** When its first and its last picture were taken, where that was told. */
  told?: { from: number; to: number }
}

/**
 * Answers whose it is, and whether there was room for it; undefined: there was no picture in it. What it was made from goes
 * once it is kept.
 */
export async function keepSegment(
  parts: KeepParts,
  { folder, file, told }: Left,
): Promise<{ tenantId: number; isKept: boolean } | undefined> {
  const [, id = '', begun = '', reason = ''] = SEGMENT_FILE.exec(file) ?? []
  const [cameraId, from] = [Number(id), Number(begun)]
  const path = join(folder, file)
  const whole = join(folder, `${file}.whole`)
  const camera = await parts.data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables
        .selectFrom('camera as c')
        .leftJoin('camera_recording as r', 'r.camera_id', 'c.id')
        .select(['c.tenant_id', 'r.days'])
        .where('c.id', '=', cameraId),
    ),
  )
  try {
    const made = camera && (await makeWhole(path, whole))
    if (!made) {
      await rm(path, { force: true })
      return undefined
    }
    const { size } = await stat(whole)
    const { tenant_id: tenantId } = camera
    const segment = {
      scope: WHOLE,
      tenantId,
      owner: { id: null, name: '' },
      key: randomBytes(32).toString('base64url'),
      kind: RECORDED_FILE,
      name: `${cameraId}-${from}${endingOf(made)}`,
      contentType: made.contentType,
      path: whole,
      bytes: size,
      width: made.width,
      height: made.height,
      quota: parts.config.recordings.quota,
    } as const
    const store = () =>
      keepFile(parts, segment, async (sql, fileId) => {
        const days =
          camera.days ??
          (await daysKept(sql, 'recordings', {
            tenantId,
            installation: parts.config.retention.recordings,
          }))
        await firstOf(
          sql,
          tables
            .insertInto('camera_segment')
            .values({
              tenant_id: tenantId,
              camera_id: cameraId,
              created_at: Date.now(),
              from_at: from,
              to_at: told?.to ?? from + made.durationMs,
              why: segmentReason.parse(reason),
              codec: made.codec,
              width: made.width,
              height: made.height,
              bytes: size,
              file_id: fileId,
              expires_at: from + days * DAY_MS,
            })
            .returning('id'),
        )
      })
    if (!(await hasRoom(store))) {
      // The oldest makes room for the newest, unless somebody holds it.
      await dropOldest(parts, tenantId, size)
      if (!(await hasRoom(store))) return { tenantId, isKept: false }
    }
    await rm(path, { force: true })
    return { tenantId, isKept: true }
  } finally {
    await rm(whole, { force: true })
  }
}

async function hasRoom(store: () => Promise<unknown>): Promise<boolean> {
  try {
    await store()
    return true
  } catch (error) {
    if (error instanceof Refused && error.id === 'file.quota') return false
    throw error
  }
}
