// A track on the map: its lines by device or by speed, gaps dashed, marks of what happened, and where everybody is now.
import { placeOf, stretchesOf } from '../../../domain/track/measures.ts'
import { outlineOf } from '../../../domain/track/outline.ts'
import type { MapLine, MapMarker } from '../../../platform/map/map-port.ts'
import type { MapColours } from '../../../resource/map/map-colours.ts'
import type { TokenName } from '../../../ui/tokens.ts'
import type { Happened, HappenedKind } from './happened.ts'
import { type ShownTrack, stateAt } from './shown-track.ts'

/** Up to so many km/h a line has this colour; faster ones the next. */
export const speedClasses: readonly { upTo: number; tone: TokenName }[] = [
  { upTo: 2, tone: 'off' },
  { upTo: 7, tone: 'ok' },
  { upTo: 25, tone: 'accent' },
  { upTo: 60, tone: 'attention' },
  { upTo: Number.POSITIVE_INFINITY, tone: 'warning' },
]
/** Speed is averaged over so long: single steps jitter. */
const MEAN_MS = 20_000
const SHORTEST_RUN = 4
const LINE_WIDTH = 4
const GAP_WIDTH = 2
/** Marks on the map; the lists have all. */
const MOST_MARKS = 250

/** The lines of tracks, gaps among them. */
export function linesOf(tracks: readonly ShownTrack[], colours: MapColours, bySpeed: boolean): MapLine[] {
  return tracks.flatMap(shown => [
    ...gapLines(shown, colours),
    ...(bySpeed ? speedLines(shown, colours) : plainLines(shown, colours)),
  ])
}

function plainLines({ imei, track, tone }: ShownTrack, colours: MapColours): MapLine[] {
  return stretchesOf(track)
    .filter(({ first, last }) => last > first)
    .map(({ first, last }) => ({
      id: `${imei} ${first}`,
      points: outlineOf(track, first, last),
      colour: colours[tone],
      width: LINE_WIDTH,
      pickable: true,
    }))
}

function gapLines({ imei, track, gaps }: ShownTrack, colours: MapColours): MapLine[] {
  return gaps.map(({ index }) => ({
    id: `${imei} gap ${index}`,
    points: Float64Array.of(
      track.longitudes[index] ?? 0,
      track.latitudes[index] ?? 0,
      track.longitudes[index + 1] ?? 0,
      track.latitudes[index + 1] ?? 0,
    ),
    colour: colours.off,
    width: GAP_WIDTH,
    dashed: true,
  }))
}

/** Which class of speed the step after each point belongs to, as the mean of some seconds. */
function classesOf({ track, way }: ShownTrack, first: number, last: number): Uint8Array {
  const classes = new Uint8Array(last - first)
  let [from, to] = [first, first]
  for (let index = first; index < last; index++) {
    const at = track.times[index] ?? 0
    while (from < index && (track.times[from] ?? 0) < at - MEAN_MS / 2) from++
    while (to < last && ((track.times[to] ?? 0) < at + MEAN_MS / 2 || to <= index)) to++
    const seconds = ((track.times[to] ?? 0) - (track.times[from] ?? 0)) / 1000
    const speed = seconds > 0 ? (((way[to] ?? 0) - (way[from] ?? 0)) / seconds) * 3.6 : 0
    classes[index - first] = speedClasses.findIndex(({ upTo }) => speed <= upTo)
  }
  return classes
}

function speedLines(shown: ShownTrack, colours: MapColours): MapLine[] {
  return stretchesOf(shown.track)
    .filter(({ first, last }) => last > first)
    .flatMap(({ first, last }) => {
      const classes = classesOf(shown, first, last)
      const lines: MapLine[] = []
      for (let start = 0; start < classes.length; ) {
        let end = start + 1
        while (end < classes.length && (classes[end] === classes[start] || end - start < SHORTEST_RUN)) end++
        lines.push({
          id: `${shown.imei} ${first + start}`,
          points: outlineOf(shown.track, first + start, first + end),
          colour: colours[speedClasses[classes[start] ?? 0]?.tone ?? 'off'],
          width: LINE_WIDTH,
          pickable: true,
        })
        start = end
      }
      return lines
    })
}

const glyphs: Record<HappenedKind, string> = {
  start: 'M8 4l12 8-12 8z',
  end: 'M6 6h12v12H6z',
  stop: 'M6 5h4v14H6zM14 5h4v14h-4z',
  gap: 'M4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4z',
  alarm: 'M10.3 3h3.4v11h-3.4zM10.3 17h3.4v4h-3.4z',
  exit: 'M3 9.5h9V4l9 8-9 8v-5.5H3z',
  entry: 'M21 9.5h-9V4l-9 8 9 8v-5.5h9z',
  dwell: 'M10.5 4h3v7.5l5 3-1.5 2.5-6.5-4z',
}
const ranks: readonly HappenedKind[] = ['exit', 'alarm', 'start', 'end', 'entry', 'dwell', 'stop', 'gap']

/** Marks of what happened. `label` says it in words. */
export function marksOf(
  happened: readonly Happened[],
  colours: MapColours,
  label: (one: Happened) => string,
  selected: string | undefined,
): MapMarker[] {
  const shown = [...happened]
    .sort((a, b) => ranks.indexOf(a.kind) - ranks.indexOf(b.kind))
    .slice(0, MOST_MARKS)
  // Drawn last lies on top: the graver ones.
  return shown.reverse().map(one => ({
    id: one.id,
    at: one.place,
    label: label(one),
    look: {
      shape: one.kind === 'alarm' || one.kind === 'exit' ? ('diamond' as const) : ('filled' as const),
      colour: colours[one.tone],
      glyph: glyphs[one.kind],
    },
    size: one.kind === 'stop' || one.kind === 'gap' ? 18 : 22,
    ...(one.id === selected && { selected: true }),
  }))
}

const HEADING_STEP = 10

/** An arrow that points to a heading, in a box of 24 × 24. */
export function arrowGlyph(heading: number): string {
  const turned = (Math.round(heading / HEADING_STEP) * HEADING_STEP * Math.PI) / 180
  const corner = (x: number, y: number) => {
    const [dx, dy] = [x - 12, y - 12]
    const right = 12 + dx * Math.cos(turned) - dy * Math.sin(turned)
    const down = 12 + dx * Math.sin(turned) + dy * Math.cos(turned)
    return `${right.toFixed(2)} ${down.toFixed(2)}`
  }
  return `M${corner(12, 1)}L${corner(20, 21)}L${corner(12, 16)}L${corner(4, 21)}z`
}

const opacities = { before: 0.35, on: 1, gap: 0.5, after: 0.75 } as const

/** Where everybody is at a moment. */
export function nowMarkers(tracks: readonly ShownTrack[], moment: number, colours: MapColours): MapMarker[] {
  return tracks.flatMap(shown => {
    const now = stateAt(shown, moment)
    if (!now) return []
    return [
      {
        id: shown.imei,
        at: now.at,
        label: shown.name,
        ...(tracks.length > 1 && { caption: shown.name }),
        look: {
          shape: now.is === 'gap' ? ('ring' as const) : ('filled' as const),
          colour: colours[shown.tone],
          ...(now.heading !== undefined && now.is !== 'gap' && { glyph: arrowGlyph(now.heading) }),
        },
        size: 30,
        opacity: opacities[now.is],
      },
    ]
  })
}

/** The point of the tracks that lies nearest to a place: its moment. For a click on a line. */
export function momentNear(
  tracks: readonly ShownTrack[],
  at: { longitude: number; latitude: number },
): number | undefined {
  let [moment, least] = [undefined as number | undefined, Number.POSITIVE_INFINITY]
  const narrow = Math.cos((at.latitude * Math.PI) / 180)
  for (const { track } of tracks) {
    for (let index = 0; index < track.times.length; index++) {
      const place = placeOf(track, index)
      const [east, north] = [(place.longitude - at.longitude) * narrow, place.latitude - at.latitude]
      const far = east * east + north * north
      if (far < least) [moment, least] = [track.times[index], far]
    }
  }
  return moment
}
