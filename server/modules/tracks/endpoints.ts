// Where devices have been.
import {
  MOST_TRACK_DAYS,
  MOST_TRACK_POINTS,
  trackDays,
  trackPoints,
} from '../../../src/contract/endpoints/track.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { bucketStarts, isZone } from '../../../src/domain/report/zone-time.ts'
import { filterTrack, sourceNumber } from '../../../src/domain/track/columns.ts'
import { gapMsFor } from '../../../src/domain/track/measures.ts'
import { packTrackToText } from '../../../src/domain/track/packed-track.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { deviceByImei, refusePeriod } from '../devices/public.ts'
import { countByStart, readTrack } from './read-track.ts'

/** With the hour by which a month may be longer when the clocks change. */
const LONGEST_MS = MOST_TRACK_DAYS * 24 * HOUR_MS + HOUR_MS

/** Values under 13 digits are seconds (real-time specification, section 9). */
const inMilliseconds = (value: number) => (value < 1e12 ? value * 1000 : value)

export function mountTracks(handlers: Handlers, devices: Store): void {
  handlers.handle(trackPoints, async ({ imei, source, ...period }, context) => {
    const [from, to] = [inMilliseconds(period.from), inMilliseconds(period.to)]
    refusePeriod(from, to)
    if (to - from > LONGEST_MS)
      throw new Refused('field.tooBig', { field: 'to', params: { max: from + LONGEST_MS } })
    const { id } = await deviceByImei(devices, imei, context)
    const device = await context.sql.first<{ name: string; minutes: number | null }>(
      // The interval that the device reports, else the one that was set for it.
      `select d.name, coalesce(g.reported -> 'positionMinutes', g.desired -> 'positionMinutes')::float8 as minutes
       from device d left join device_settings g on g.device_id = d.id where d.id = $1`,
      [id],
    )
    const { track, until } = await readTrack(context.sql, { deviceId: id, from, to }, MOST_TRACK_POINTS)
    const number = sourceNumber(source)
    const shown = number === 0 ? track : filterTrack(track, index => track.sources[index] === number)
    return {
      imei,
      name: device?.name ?? '',
      count: shown.times.length,
      until,
      gapMs: gapMsFor(device?.minutes ?? null),
      packed: packTrackToText(shown),
    }
  })

  handlers.handle(trackDays, async ({ imei, zone, ...period }, context) => {
    const [from, to] = [inMilliseconds(period.from), inMilliseconds(period.to)]
    refusePeriod(from, to)
    if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
    const { id } = await deviceByImei(devices, imei, context)
    const starts = bucketStarts('day', zone, from, to + 1)
    // The first day counts from the beginning of the period only, and keeps its own start as its key.
    const counts = await countByStart(context.sql, id, [from, ...starts.slice(1)], to + 1)
    return starts.flatMap((at, index) => {
      const count = counts[index] ?? 0
      return count > 0 ? [{ at, count }] : []
    })
  })
}
