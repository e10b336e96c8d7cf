// Tracks as files of other programs: GPX 1.1, KML 2.2 with times, CSV. Written piece by piece, so that a month of points
// never is one text.

import { FORMULA } from '../limits.ts'
import { sourceOf } from './columns.ts'
import { stepsOf, stretchesOf } from './measures.ts'
import type { Track } from './track.ts'

export interface NamedTrack {
  imei: string
  name: string
  track: Track
  /** #rrggbb */
  colour?: string
}

/** Points of one piece. */
const AT_ONCE = 2_000

// What XML 1.0 has no room for, however it is escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text as it may stand in XML, also in an attribute. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(NO_XML, '')
    .replace(/[&<>"']/g, sign => escapes[sign] ?? '')

const iso = (at: number | undefined) => new Date(at ?? 0).toISOString()
const degrees = (value: number | undefined) => String(Math.round((value ?? 0) * 1e7) / 1e7)

/** Pieces of at most `AT_ONCE` points of the numbers `first` to `last`. */
function* pieces(first: number, last: number, write: (index: number) => string): Generator<string> {
  for (let from = first; from <= last; from += AT_ONCE) {
    let piece = ''
    for (let index = from; index <= Math.min(last, from + AT_ONCE - 1); index++) piece += write(index)
    yield piece
  }
}

/** GPX 1.1: a track for each device, a segment for each stretch without a gap. */
export function* gpxOf(tracks: readonly NamedTrack[], creator: string): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="${xmlText(creator)}" xmlns="http://www.topografix.com/GPX/1/1" xmlns:a="urn:gatehouse:track:1">\n`
  for (const { name, imei, track } of tracks) {
    yield `<trk><name>${xmlText(name)}</name><desc>${xmlText(imei)}</desc>\n`
    for (const { first, last } of stretchesOf(track)) {
      yield '<trkseg>\n'
      yield* pieces(first, last, index => {
        const source = sourceOf(track.sources[index])
        const metres = track.accuracies[index] ?? 0
        return `<trkpt lat="${degrees(track.latitudes[index])}" lon="${degrees(track.longitudes[index])}"><time>${iso(track.times[index])}</time>${source ? `<src>${source}</src>` : ''}${metres > 0 ? `<extensions><a:accuracy>${Math.round(metres * 10) / 10}</a:accuracy></extensions>` : ''}</trkpt>\n`
      })
      yield '</trkseg>\n'
    }
    yield '</trk>\n'
  }
  yield '</gpx>\n'
}

/** KML 2.2: a placemark for each device; its times let the viewer play it. */
export function* kmlOf(tracks: readonly NamedTrack[], title: string): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n<Document><name>${xmlText(title)}</name>\n`
  for (const { name, imei, track, colour = '#1463d8' } of tracks) {
    // KML writes colours the other way round: alpha, blue, green, red.
    const [red, green, blue] = [colour.slice(1, 3), colour.slice(3, 5), colour.slice(5, 7)]
    yield `<Placemark><name>${xmlText(name)}</name><description>${xmlText(imei)}</description><Style><LineStyle><color>ff${blue}${green}${red}</color><width>3</width></LineStyle></Style><gx:MultiTrack><gx:interpolate>0</gx:interpolate>\n`
    for (const { first, last } of stretchesOf(track)) {
      yield '<gx:Track>\n'
      yield* pieces(first, last, index => `<when>${iso(track.times[index])}</when>\n`)
      yield* pieces(
        first,
        last,
        index =>
          `<gx:coord>${degrees(track.longitudes[index])} ${degrees(track.latitudes[index])} 0</gx:coord>\n`,
      )
      yield '</gx:Track>\n'
    }
    yield '</gx:MultiTrack></Placemark>\n'
  }
  yield '</Document></kml>\n'
}

/** Heads of the columns of a CSV file, in their order. */
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

/** A cell; what a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * One line a point. Interval in seconds, distance in metres and speed in km/h are those to the next point. `timeText`
 * writes a moment; `heads` are the words over the columns.
 */
export function* trackCsv(
  tracks: readonly NamedTrack[],
  heads: Readonly<Record<CsvColumn, string>>,
  timeText: (at: number) => string,
): Generator<string> {
  // The mark at the beginning makes spreadsheets read it as UTF-8.
  yield `\uFEFF${csvColumns.map(column => csvCell(heads[column])).join(',')}\r\n`
  for (const { name, imei, track } of tracks) {
    const steps = stepsOf(track)
    const count = track.times.length
    const who = `${csvCell(name)},${csvCell(imei)}`
    yield* pieces(0, count - 1, index => {
      const last = index === count - 1
      const metres = track.accuracies[index] ?? 0
      const cells = [
        timeText(track.times[index] ?? 0),
        degrees(track.latitudes[index]),
        degrees(track.longitudes[index]),
        metres > 0 ? String(Math.round(metres * 10) / 10) : '',
        sourceOf(track.sources[index]) ?? '',
        last ? '' : String((steps.intervalTime[index] ?? 0) / 1000),
        last ? '' : (steps.nextDistance[index] ?? 0).toFixed(1),
        last ? '' : ((steps.nextSpeed[index] ?? 0) * 3.6).toFixed(1),
      ]
      return `${who},${cells.join(',')}\r\n`
    })
  }
}
