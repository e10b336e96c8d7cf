// What cameras have of a span: stretches with pictures, and where there are none, with the reason.
import type { RecordedLane } from '../../../src/contract/endpoints/camera-recording.ts'
import { gapReason } from '../../../src/domain/recordings/camera-recording.ts'
import { joined } from '../../../src/domain/recordings/stretches.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Row } from '../../entity/table.ts'
import type { Asked, Asking } from './scope.ts'

/** Six cameras of a day in minutes. */
const MOST_SEGMENTS = 9_000

export async function recordedOf(
  { from, to }: Asked,
  cameras: readonly Row[],
  { sql }: Asking,
): Promise<RecordedLane[]> {
  if (cameras.length === 0) return []
  const ids = cameras.map(({ id }) => id)
  const segments = await rowsOf(
    sql,
    tables
      .selectFrom('camera_segment')
      .select(['camera_id', 'from_at', 'to_at', 'held_at'])
      .where('camera_id', 'in', ids)
      .where('to_at', '>', from)
      .where('from_at', '<', to)
      .orderBy('from_at')
      .limit(MOST_SEGMENTS),
  )
  const gaps = await rowsOf(
    sql,
    tables
      .selectFrom('camera_gap')
      .select(['camera_id', 'from_at', 'to_at', 'why'])
      .where('camera_id', 'in', ids)
      .where('from_at', '<', to)
      .where(({ eb, or }) => or([eb('to_at', 'is', null), eb('to_at', '>', from)]))
      .orderBy('from_at'),
  )
  return cameras.map(({ id: cameraId, name }) => ({
    cameraId,
    name: String(name),
    stretches: joined(
      segments
        .filter(each => each.camera_id === cameraId)
        .map(each => ({ from: each.from_at, to: each.to_at, held: each.held_at !== null })),
    ),
    gaps: gaps
      .filter(each => each.camera_id === cameraId)
      .map(each => ({
        from: each.from_at,
        to: each.to_at,
        why: gapReason.options.find(known => known === each.why) ?? null,
      })),
    writingFrom: null,
    trouble: null,
  }))
}
