// Shapes as text: what is read from GeoJSON, WKT, KML and lines of numbers, and what is refused.
import { describe, expect, test } from 'vitest'
import type { DrawnShape } from '../../../src/resource/map/shape-space.ts'
import { readShapeText, shapeText } from '../../../src/resource/map/shape-texts.ts'

const at = (longitude: number, latitude: number) => ({ longitude, latitude })
const triangle: DrawnShape = { kind: 'polygon', rings: [[at(114, 22), at(115, 22), at(114.5, 23)]] }
const outline = [at(0, 0), at(9, 0), at(9, 9), at(0, 9)]
const hole = [at(1, 1), at(2, 1), at(2, 2)]
const withHole: DrawnShape = { kind: 'polygon', rings: [outline, hole] }
const polygon = '{"type":"Polygon","coordinates":[[[114,22],[115,22],[114.5,23],[114,22]]]}'

describe('what is read', () => {
  test.each<[string, string, DrawnShape, number]>([
    ['GeoJSON', polygon, triangle, 0],
    ['a feature', `{"type":"Feature","properties":{},"geometry":${polygon}}`, triangle, 0],
    [
      'the first of two features',
      `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${polygon}},{"type":"Feature","geometry":${polygon}}]}`,
      triangle,
      1,
    ],
    [
      'a multi-polygon',
      '{"type":"MultiPolygon","coordinates":[[[[114,22],[115,22],[114.5,23]]],[[[0,0],[1,0],[1,1]]]]}',
      triangle,
      1,
    ],
    [
      'heights are left',
      '{"type":"Polygon","coordinates":[[[114,22,7],[115,22,7],[114.5,23,7]]]}',
      triangle,
      0,
    ],
    ['a bare array', '[[114,22],[115,22],[114.5,23]]', triangle, 0],
    [
      'a point with a radius',
      '{"type":"Feature","properties":{"radius":80},"geometry":{"type":"Point","coordinates":[114,22]}}',
      { kind: 'circle', centre: at(114, 22), radiusMetres: 80 },
      0,
    ],
    ['WKT', 'POLYGON ((114 22, 115 22, 114.5 23, 114 22))', triangle, 0],
    [
      'WKT with a hole and its reference system',
      'SRID=4326;POLYGON((0 0,9 0,9 9,0 9,0 0),( 1 1, 2 1, 2 2, 1 1 ))',
      withHole,
      0,
    ],
    [
      'a WKT multi-polygon',
      'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9), (1 1, 2 1, 2 2)), ((20 20, 21 20, 21 21)))',
      withHole,
      1,
    ],
    ['KML with a hole', kml('0,0,5 9,0,5 9,9,5 0,9,5 0,0,5', '1,1 2,1 2,2 1,1'), withHole, 0],
    ['lines with commas', '114, 22\n115, 22\r\n114.5, 23\n', triangle, 0],
    [
      'lines with spaces, tabs or semicolons, and a head',
      'lon,lat\n114 22\n115\t22\n114.5;23\n114 22',
      triangle,
      0,
    ],
    ['corners that repeat', '114,22\n114,22\n115,22\n114.5,23', triangle, 0],
  ])('%s', (_, text, shape, left) => {
    expect(readShapeText(text)).toEqual({ is: 'shape', shape, left })
  })
})

describe('what is refused', () => {
  const many = Array.from({ length: 10_001 }, (_, i) => `${i / 1000},1`).join('\n')
  test.each<[string, string, string, number | undefined]>([
    ['nothing', '  \n', 'empty', undefined],
    ['prose', 'a round place\nby the gate', 'unknown', 2],
    ['broken JSON', '{"type":', 'unknown', undefined],
    ['JSON without a shape', '{"type":"LineString","coordinates":[[1,1],[2,2]]}', 'noShape', undefined],
    ['two corners', '1,1\n2,2', 'fewCorners', undefined],
    ['one corner three times', '1,1\n1,1\n1,1', 'fewCorners', undefined],
    ['latitude first', '22,114\n22,115\n23,114.5', 'swapped', 1],
    ['out of range', '200,1\n1,200\n3,3', 'range', 1],
    ['more corners than may be', many, 'manyCorners', undefined],
    ['a word among the numbers', '1,1\n2,2\nthree,3', 'unknown', 3],
  ])('%s', (_, text, problem, line) => {
    expect(readShapeText(text)).toEqual({ is: 'problem', problem, ...(line && { at: line }) })
  })
  test('the other way round can be asked for', () => {
    expect(readShapeText('22,114\n22,115\n23,114.5', { swap: true })).toMatchObject({ shape: triangle })
  })
  test('brackets without an end', () => {
    const text = `MULTIPOLYGON (((${' (1 1), '.repeat(5000)}`
    expect(readShapeText(text)).toMatchObject({ is: 'problem' })
  })
})

test.each<[string, DrawnShape]>([
  ['a polygon', triangle],
  ['one with a hole', withHole],
  ['a circle', { kind: 'circle', centre: at(114, 22), radiusMetres: 80 }],
])('%s comes back from its own text', (_, shape) => {
  expect(readShapeText(shapeText(shape))).toMatchObject({ shape })
})

test('on a plan the numbers are metres', () => {
  const read = readShapeText('0,0\n300,0\n300,200', { space: 'plan' })
  expect(read).toMatchObject({ is: 'shape' })
  if (read.is === 'shape') expect(shapeText(read.shape, 'plan')).toBe('0, 0\n300, 0\n300, 200')
})

function kml(outer: string, inner: string): string {
  const ring = (text: string) => `<LinearRing><coordinates>\n${text}\n</coordinates></LinearRing>`
  return `<?xml version="1.0"?><kml><Document><Placemark><Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs><innerBoundaryIs>${ring(inner)}</innerBoundaryIs></Polygon></Placemark></Document></kml>`
}
