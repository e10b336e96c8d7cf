// Shapes from elsewhere, as text: GeoJSON, WKT, KML, or one pair of numbers a line.
import { MOST_CORNERS } from '../../domain/fence/fence.ts'
import type { Place } from '../../domain/geo/geo.ts'
import { type DrawnShape, numbersOf, placeOf, type ShapeSpace } from './shape-space.ts'

export type ShapeText =
  | { is: 'shape'; shape: DrawnShape /** Further shapes in the text that were left. */; left: number }
  | {
      is: 'problem'
      problem: 'empty' | 'unknown' | 'noShape' | 'range' | 'swapped' | 'fewCorners' | 'manyCorners'
      /** The line or corner that it is about, from 1. */
      at?: number
    }

export interface ReadOptions {
  space?: ShapeSpace
  /** The numbers stand as latitude, longitude. */
  swap?: boolean
}

type Pair = readonly [number, number]
type Found = { rings: Pair[][] } | { centre: Pair; radius: number }

const problem = (what: (ShapeText & { is: 'problem' })['problem'], at?: number): ShapeText => ({
  is: 'problem',
  problem: what,
  ...(at !== undefined && { at }),
})

/** Reads the first shape of a text. Longitude comes first in all of these forms, latitude second. */
export function readShapeText(text: string, { space = 'earth', swap = false }: ReadOptions = {}): ShapeText {
  const trimmed = text.trim()
  if (!trimmed) return problem('empty')
  const found = foundIn(trimmed)
  if (!Array.isArray(found)) return found
  const [first] = found
  if (!first) return problem('noShape')
  const pairs = 'rings' in first ? first.rings.flat() : [first.centre]
  if (pairs.length > MOST_CORNERS) return problem('manyCorners')
  const wrong = pairs.findIndex(pair => placeFrom(pair, space, swap) === undefined)
  if (wrong >= 0) {
    const turned = !swap && pairs.every(pair => placeFrom(pair, space, true) !== undefined)
    return problem(turned ? 'swapped' : 'range', wrong + 1)
  }
  const place = (pair: Pair): Place => placeFrom(pair, space, swap) ?? { longitude: 0, latitude: 0 }
  const left = found.length - 1
  if ('centre' in first) {
    return {
      is: 'shape',
      left,
      shape: { kind: 'circle', centre: place(first.centre), radiusMetres: first.radius },
    }
  }
  const rings = first.rings.map(ring => openRing(ring.map(place)))
  if (rings.length === 0 || rings.some(ring => ring.length < 3)) return problem('fewCorners')
  return { is: 'shape', left, shape: { kind: 'polygon', rings } }
}

const placeFrom = ([a, b]: Pair, space: ShapeSpace, swap: boolean) =>
  swap ? placeOf(space, b, a) : placeOf(space, a, b)

/** Without what is there twice in a row, and without the first corner again at the end. */
function openRing(ring: readonly Place[]): Place[] {
  const open = ring.filter((corner, at) => at === 0 || !same(corner, ring[at - 1]))
  const [first] = open
  return first && open.length > 1 && same(first, open.at(-1)) ? open.slice(0, -1) : open
}

const same = (a: Place, b: Place | undefined): boolean =>
  a.longitude === b?.longitude && a.latitude === b.latitude

function foundIn(text: string): Found[] | ShapeText {
  if (text.startsWith('{') || text.startsWith('[')) return inJson(text)
  if (text.startsWith('<')) return inKml(text)
  if (/^(srid=\d+;)?\s*(multi)?polygon\b/i.test(text)) return inWkt(text)
  return inLines(text)
}

function inJson(text: string): Found[] | ShapeText {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return problem('unknown')
  }
  const rings = ringsOf([json])
  // A bare array of pairs, as programs print it.
  return rings ? [{ rings }] : inGeoJson(json)
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function inGeoJson(json: unknown): Found[] {
  const coordinates = field(json, 'coordinates')
  switch (field(json, 'type')) {
    case 'FeatureCollection':
      return listOf(field(json, 'features')).flatMap(inGeoJson)
    case 'GeometryCollection':
      return listOf(field(json, 'geometries')).flatMap(inGeoJson)
    case 'Feature':
      return inFeature(json)
    case 'Polygon':
      return polygonOf(coordinates)
    case 'MultiPolygon':
      return listOf(coordinates).flatMap(polygonOf)
    default:
      return []
  }
}

/** A point with a radius is how circles travel in GeoJSON. */
function inFeature(feature: unknown): Found[] {
  const geometry = field(feature, 'geometry')
  const radius = Number(field(field(feature, 'properties'), 'radius'))
  const centre = pairOf(field(geometry, 'coordinates'))
  if (field(geometry, 'type') === 'Point' && centre && radius > 0) return [{ centre, radius }]
  return inGeoJson(geometry)
}

function polygonOf(coordinates: unknown): Found[] {
  const rings = ringsOf(listOf(coordinates))
  return rings ? [{ rings }] : []
}

function pairOf(value: unknown): Pair | undefined {
  const [a, b] = listOf(value)
  return typeof a === 'number' && typeof b === 'number' ? [a, b] : undefined
}

/** Rings of pairs; undefined when anything in them is none. */
function ringsOf(rings: readonly unknown[]): Pair[][] | undefined {
  const read: Pair[][] = []
  for (const ring of rings) {
    const pairs = listOf(ring).map(pairOf)
    const known = pairs.filter(pair => pair !== undefined)
    if (known.length === 0 || known.length < pairs.length) return undefined
    read.push(known)
  }
  return read.length > 0 ? read : undefined
}

function inWkt(text: string): Found[] | ShapeText {
  const multi = /multipolygon/i.test(text)
  const tight = text.replace(/\s*([(),])\s*/g, '$1')
  const body = tight.slice(tight.indexOf('('))
  // In POLYGON two brackets lead to the numbers, in MULTIPOLYGON three.
  const inner = body.slice(1, body.lastIndexOf(')'))
  const polygons = multi ? [...inner.matchAll(/\((?:\([^()]*\),?)+\)/g)].map(([match]) => match) : [inner]
  const found: Found[] = []
  for (const polygon of polygons) {
    const rings = [...polygon.matchAll(/\(([^()]*)\)/g)].map(([, ring = '']) => ring.split(',').map(numbers))
    const known = rings.map(ring => ring.filter(pair => pair !== undefined))
    if (known.some((ring, at) => ring.length < (rings[at]?.length ?? 0))) return problem('unknown')
    if (known.length > 0) found.push({ rings: known })
  }
  return found
}

function inKml(text: string): Found[] | ShapeText {
  const polygons = [...text.matchAll(/<(?:\w+:)?Polygon\b[\s\S]*?<\/(?:\w+:)?Polygon>/g)].map(
    ([match]) => match,
  )
  const found: Found[] = []
  for (const polygon of polygons) {
    const rings = [...polygon.matchAll(/<(?:\w+:)?coordinates>([\s\S]*?)<\/(?:\w+:)?coordinates>/g)].map(
      ([, tuples = '']) => tuples.trim().split(/\s+/).map(numbers),
    )
    const known = rings.map(ring => ring.filter(pair => pair !== undefined))
    if (known.some((ring, at) => ring.length < (rings[at]?.length ?? 0))) return problem('unknown')
    if (known.length > 0) found.push({ rings: known })
  }
  return found
}

function inLines(text: string): Found[] | ShapeText {
  const pairs: Pair[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue
    const pair = numbers(line)
    // The first line may name the columns.
    if (!pair && pairs.length === 0 && at === 0 && /[a-z\p{L}]/iu.test(line)) continue
    if (!pair) return problem('unknown', at + 1)
    pairs.push(pair)
  }
  return pairs.length > 0 ? [{ rings: [pairs] }] : problem('noShape')
}

/** The first two numbers of `1.5, 2.5` or `1.5 2.5`; a third one is a height. */
function numbers(text: string): Pair | undefined {
  const parts = text.trim().split(/\s*[,;\t]\s*|\s+/)
  const [a, b] = [Number(parts[0] || Number.NaN), Number(parts[1] || Number.NaN)]
  return parts.length > 3 || Number.isNaN(a) || Number.isNaN(b) ? undefined : [a, b]
}

/** A shape as text to take along: one pair a line, or GeoJSON where lines cannot say it. */
export function shapeText(shape: DrawnShape, space: ShapeSpace = 'earth'): string {
  const pair = (place: Place) => numbersOf(space, place)
  if (shape.kind === 'circle') {
    const geometry = { type: 'Point', coordinates: pair(shape.centre) }
    return JSON.stringify({ type: 'Feature', properties: { radius: shape.radiusMetres }, geometry })
  }
  if (shape.rings.length === 1) return (shape.rings[0] ?? []).map(place => pair(place).join(', ')).join('\n')
  const closed = shape.rings.map(ring => [...ring, ...ring.slice(0, 1)].map(pair))
  return JSON.stringify({ type: 'Polygon', coordinates: closed })
}
