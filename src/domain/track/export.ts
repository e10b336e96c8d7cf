// Tracks as files of map programs: GPX 1.1, KML 2.2 with times. Written piece by piece, so that a month of points never is
// one text.
import { xmlText } from '../file/xml.ts'
import { sourceOf } from './columns.ts'
import { stretchesOf } from './measures.ts'
import type { Track } from './track.ts'

export interface NamedTrack {
  imei: string
  name: string
  track: Track
  /** #rrggbb */
  colour?: string
}

/** Points of one piece. */
export const AT_ONCE = 2_000

const iso = (at: number | undefined) => new Date(at ?? 0).toISOString()
export const degrees = (value: number | undefined) => Math.round((value ?? 0) * 1e7) / 1e7

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
