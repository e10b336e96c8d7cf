// What cameras have of a span: stretches with pictures, and where there are none, with the reason.
import type { RecordedLane } from '../../../src/contract/endpoints/camera-recording.ts'
import { gapReason } from '../../../src/domain/recordings/camera-recording.ts'
import { joined } from '../../../src/domain/recordings/stretches.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

type Recorded = Pick<RecordedLane, 'stretches' | 'gaps'>

/** Of each camera by its id; `most` segments of all of them together, the first ones first. */
export async function recordedOf(
  sql: Sql,
  cameraIds: readonly number[],
  { from, to, most }: { from: number; to: number; most: number },
): Promise<(cameraId: number) => Recorded> {
  if (cameraIds.length === 0) return () => ({ stretches: [], gaps: [] })
  const segments = await rowsOf(
    sql,
    tables
      .selectFrom('camera_segment')
      .select(['camera_id', 'from_at', 'to_at', 'held_at'])
      .where('camera_id', 'in', [...cameraIds])
      .where('to_at', '>', from)
      .where('from_at', '<', to)
      .orderBy('from_at')
      .limit(most),
  )
  const gaps = await rowsOf(
    sql,
    tables
      .selectFrom('camera_gap')
      .select(['camera_id', 'from_at', 'to_at', 'why'])
      .where('camera_id', 'in', [...cameraIds])
      .where('from_at', '<', to)
      .where(({ eb, or }) => or([eb('to_at', 'is', null), eb('to_at', '>', from)]))
      .orderBy('from_at'),
  )
  return cameraId => ({
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
  })
}
