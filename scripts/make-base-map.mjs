// Makes the world that the console shows without a network: public/map/land.json and, in more detail, china.json.
// Run by hand when the data changes: node scripts/make-base-map.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'

const require = createRequire(import.meta.url)
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(root, 'public', 'map')

/** @typedef {[number, number]} Point */
/** @typedef {{ west: number, south: number, east: number, north: number }} Box */

/** Land of Natural Earth as polygons: a ring and its holes. @param {string} path @returns {Point[][][]} */
function landOf(path) {
  const topology = JSON.parse(readFileSync(path, 'utf8'))
  const land = feature(topology, topology.objects.land)
  /** @type {{ geometry: { coordinates: Point[][][] } }[]} */
  const features = 'features' in land && Array.isArray(land.features) ? land.features : [land]
  return features.flatMap(({ geometry }) => geometry.coordinates)
}

/** The part of a ring inside one edge of a box. @param {Point[]} ring @param {0 | 1} axis @param {number} limit @param {1 | -1} side */
function cut(ring, axis, limit, side) {
  /** @type {Point[]} */
  const kept = []
  const inside = (/** @type {Point} */ point) => (point[axis] - limit) * side >= 0
  for (const [at, here] of ring.entries()) {
    const before = ring.at(at - 1) ?? here
    if (inside(here) !== inside(before)) {
      const share = (limit - before[axis]) / (here[axis] - before[axis])
      kept.push([before[0] + (here[0] - before[0]) * share, before[1] + (here[1] - before[1]) * share])
    }
    if (inside(here)) kept.push(here)
  }
  return kept
}

/** @param {Point[]} ring @param {Box} box */
function crop(ring, { west, south, east, north }) {
  let open = ring.slice(0, -1)
  open = cut(open, 0, west, 1)
  open = cut(open, 0, east, -1)
  open = cut(open, 1, south, 1)
  return cut(open, 1, north, -1)
}

/** Twice the area of a ring. @param {Point[]} ring */
const area = ring =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [beforeX, beforeY] = ring.at(at - 1) ?? [x, y]
      return sum + beforeX * y - x * beforeY
    }, 0),
  )

/**
 * A ring as whole steps from point to point, the first from 0, 0; points in line with their neighbours are left out.
 * @param {Point[]} ring @param {number} perDegree
 */
function steps(ring, perDegree) {
  const whole = ring.map(([x, y]) => [Math.round(x * perDegree), Math.round(y * perDegree)])
  /** @type {number[][]} */
  const kept = []
  for (const [x = 0, y = 0] of whole) {
    const [last, before] = [kept.at(-1), kept.at(-2)]
    if (last && last[0] === x && last[1] === y) continue
    if (last && before) {
      const [lastX = 0, lastY = 0] = last
      const [beforeX = 0, beforeY = 0] = before
      if ((lastX - beforeX) * (y - lastY) === (lastY - beforeY) * (x - lastX)) kept.pop()
    }
    kept.push([x, y])
  }
  let [atX, atY] = [0, 0]
  return kept.flatMap(([x = 0, y = 0]) => {
    const step = [x - atX, y - atY]
    ;[atX, atY] = [x, y]
    return step
  })
}

/** @param {string} file @param {Point[][][]} land @param {{ perDegree: number, box: Box, least: number }} how */
function write(file, land, { perDegree, box, least }) {
  const polygons = land
    .map(rings =>
      rings
        .map(ring => crop(ring, box))
        .filter(ring => ring.length > 2 && area(ring) > least)
        .map(ring => steps(ring, perDegree))
        .filter(numbers => numbers.length > 6),
    )
    .filter(rings => rings.length > 0)
  const text = JSON.stringify({ perDegree, ...box, polygons })
  writeFileSync(join(target, file), text)
  console.log(file, polygons.length, 'pieces,', Math.round(text.length / 1024), 'KB')
}

mkdirSync(target, { recursive: true })
write('land.json', landOf(require.resolve('world-atlas/land-50m.json')), {
  perDegree: 100,
  box: { west: -180, south: -85, east: 180, north: 85 },
  least: 0.001,
})
write('china.json', landOf(require.resolve('world-atlas/land-10m.json')), {
  perDegree: 500,
  box: { west: 72, south: 3, east: 136, north: 54 },
  least: 0.00002,
})
