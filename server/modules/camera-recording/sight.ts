// Which cameras an alarm belongs to: those of its device, and those within sight of its place.
import { type RawBuilder, sql as raw } from 'kysely'

const SIGHT_METRES = 60

/** Of an alarm `a` and a camera `c`. */
export const belongs: RawBuilder<boolean> = raw`(c.device_id = a.device_id
  or (abs(c.latitude - a.latitude) < 0.001 and 111320 * sqrt(power(c.latitude - a.latitude, 2)
    + power((c.longitude - a.longitude) * cos(radians(a.latitude)), 2)) <= ${raw.lit(SIGHT_METRES)}))`
