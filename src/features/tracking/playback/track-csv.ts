// Tracks as a text table, piece by piece, so that a month of points never is one text.
import { BYTE_ORDER_MARK } from '../../../domain/file/csv-dialect.ts'
import { sourceOf } from '../../../domain/track/columns.ts'
import { AT_ONCE, degrees, type NamedTrack } from '../../../domain/track/export.ts'
import { stepsOf } from '../../../domain/track/measures.ts'
import { csvLines } from '../../../resource/csv.ts'

/** Columns of the table, in their order. */
export const csvColumns = [
  'device',
  'imei',
  'time',
  'latitude',
  'longitude',
  'accuracy',
  'source',
  'interval',
  'distance',
  'speed',
] as const
export type CsvColumn = (typeof csvColumns)[number]

/**
 * One line a point. Interval in seconds, distance in metres and speed in km/h are those to the next point. `timeText`
 * writes a moment; `heads` are the words over the columns.
 */
export function* trackCsv(
  tracks: readonly NamedTrack[],
  heads: Readonly<Record<CsvColumn, string>>,
  timeText: (at: number) => string,
): Generator<string> {
  yield BYTE_ORDER_MARK + csvLines([csvColumns.map(column => heads[column])])
  for (const { name, imei, track } of tracks) {
    const steps = stepsOf(track)
    const count = track.times.length
    const line = (index: number) => {
      const last = index === count - 1
      const metres = track.accuracies[index] ?? 0
      return [
        name,
        imei,
        timeText(track.times[index] ?? 0),
        degrees(track.latitudes[index]),
        degrees(track.longitudes[index]),
        metres > 0 ? Math.round(metres * 10) / 10 : null,
        sourceOf(track.sources[index]) ?? null,
        last ? null : (steps.intervalTime[index] ?? 0) / 1000,
        last ? null : (steps.nextDistance[index] ?? 0).toFixed(1),
        last ? null : ((steps.nextSpeed[index] ?? 0) * 3.6).toFixed(1),
      ]
    }
    for (let from = 0; from < count; from += AT_ONCE)
      yield csvLines(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => line(from + at)))
  }
}
