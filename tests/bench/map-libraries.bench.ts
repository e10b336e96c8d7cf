// What the map's own clusters and the fences' own geometry gain over the usual libraries: 100,000 points of which one has
// moved, and as many questions whether a place is inside a fence. Both in one run, by turns.
import booleanPointInPolygon from '@turf/boolean-point-in-polygon'
import Supercluster from 'supercluster'
import { checkShape } from '../../src/domain/fence/fence-geometry.ts'
import { prepareShape } from '../../src/domain/fence/fence-inside.ts'
import { clusterPoints } from '../../src/platform/map/maplibre/cluster-points.ts'
import { PointColumns } from '../../src/platform/map/maplibre/point-columns.ts'
import { unitsEast, unitsSouth } from '../../src/platform/map/maplibre/world-units.ts'
import { type Bench, type Figure, median } from './figures.ts'

const POINTS = 100_000
const ROUNDS = 15
const ZOOM = 6
const CORNERS = 40
const LOOKS = 4
const WEST = 103
const SOUTH = 27
const [WIDE, HIGH] = [10, 8]

/** How many of each look are in a cluster, as its ring shows. */
interface Counts {
  c0: number
  c1: number
  c2: number
  c3: number
}

/** Repeatable: the same places in every run. */
function places(): { longitude: number; latitude: number }[] {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return Array.from({ length: POINTS }, () => ({
    longitude: WEST + random() * WIDE,
    latitude: SOUTH + random() * HIGH,
  }))
}

const timed = (work: () => unknown): number => {
  const from = performance.now()
  work()
  return performance.now() - from
}

function clustersOf(all: readonly { longitude: number; latitude: number }[]): {
  own: () => unknown
  theirs: () => unknown
} {
  const columns = new PointColumns()
  const points = {
    size: POINTS,
    longitudes: Float64Array.from(all, ({ longitude }) => longitude),
    latitudes: Float64Array.from(all, ({ latitude }) => latitude),
    looks: Uint8Array.from(all, (_, slot) => slot % LOOKS),
    subscribe: () => () => {},
  }
  columns.takeAll(points, 0, true)
  const view = {
    x: unitsEast(WEST + WIDE / 2),
    y: unitsSouth(SOUTH + HIGH / 2),
    halfWide: unitsEast(WEST + WIDE) - unitsEast(WEST),
    halfHigh: unitsSouth(SOUTH) - unitsSouth(SOUTH + HIGH),
  }
  const features = all.map(({ longitude, latitude }, slot) => ({
    type: 'Feature' as const,
    properties: { look: slot % LOOKS },
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  }))
  const colourOf = Uint8Array.from({ length: LOOKS }, (_, look) => look)
  return {
    own: () => clusterPoints(columns, { zoom: ZOOM, view, colourOf, apart: new Set() }),
    // It takes no change of one point: the index is made anew, with the count of each look that a cluster shows.
    theirs: () =>
      new Supercluster<{ look: number }, Counts>({
        radius: 64,
        extent: 512,
        maxZoom: 17,
        map: ({ look }) => ({ c0: +(look === 0), c1: +(look === 1), c2: +(look === 2), c3: +(look === 3) }),
        reduce: (sum, { c0, c1, c2, c3 }) => {
          sum.c0 += c0
          sum.c1 += c1
          sum.c2 += c2
          sum.c3 += c3
        },
      })
        .load(features)
        .getClusters([WEST, SOUTH, WEST + WIDE, SOUTH + HIGH], ZOOM),
  }
}

function fencesOf(all: readonly { longitude: number; latitude: number }[]): {
  own: () => number
  theirs: () => number
} {
  const ring = Array.from({ length: CORNERS }, (_, corner): [number, number] => {
    const [turn, far] = [(corner / CORNERS) * 2 * Math.PI, corner % 2 ? 1 : 0.6]
    return [WEST + WIDE / 2 + far * 3 * Math.cos(turn), SOUTH + HIGH / 2 + far * 3 * Math.sin(turn)]
  })
  const checked = checkShape({ shape: 'polygon', rings: [ring] })
  if (!('ok' in checked)) throw new Error('The fence is none')
  const fence = prepareShape(checked.ok)
  const [first = [0, 0]] = ring
  const polygon = { type: 'Polygon' as const, coordinates: [[...ring, first]] }
  return {
    own: () => all.filter(place => fence.inside(place)).length,
    theirs: () =>
      all.filter(({ longitude, latitude }) => booleanPointInPolygon([longitude, latitude], polygon)).length,
  }
}

/** Both by turns, so that a busy machine slows both. */
function compare(label: string, { own, theirs }: { own: () => unknown; theirs: () => unknown }): Figure[] {
  const rounds = Array.from({ length: ROUNDS }, () => ({ own: timed(own), theirs: timed(theirs) }))
  return [
    { label: `${label}: ours`, value: median(rounds.map(round => round.own)), unit: 'ms' },
    { label: `${label}: the library's`, value: median(rounds.map(round => round.theirs)), unit: 'ms' },
    {
      label: 'ours, as a share of it',
      value: median(rounds.map(round => round.own / round.theirs)),
      unit: '',
      target: { atMost: 1 },
    },
  ]
}

const bench: Bench = {
  name: `Clusters and fences of ${POINTS.toLocaleString('en')} points beside the usual libraries (median of ${ROUNDS})`,
  async run() {
    const all = places()
    const fences = fencesOf(all)
    if (fences.own() !== fences.theirs()) throw new Error('The two disagree about who is inside')
    return {
      figures: [
        ...compare('clusters after one has moved (supercluster)', clustersOf(all)),
        ...compare('inside a fence of 40 corners (turf)', fences),
      ],
    }
  },
}
export default bench
