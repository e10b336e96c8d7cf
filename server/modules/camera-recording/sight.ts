// Which cameras an alarm belongs to: those of its device, and those within sight of its place.
import { type RawBuilder, sql as raw } from 'kysely'

const SIGHT_METRES = 60

/** As SQL, by the names of an alarm and a camera in the statement. */
export const isInSight = (alarm: string, camera: string): string =>
  `(abs(${camera}.latitude - ${alarm}.latitude) < 0.001
    and 111320 * sqrt(power(${camera}.latitude - ${alarm}.latitude, 2)
      + power((${camera}.longitude - ${alarm}.longitude) * cos(radians(${alarm}.latitude)), 2)) <= ${SIGHT_METRES})`

/** Of an alarm `a` and a camera `c`. */
export const belongs: RawBuilder<boolean> = raw`(c.device_id = a.device_id or ${raw.raw(isInSight('a', 'c'))})`
