// Lines: tracks with a point for every second of a day as well as the few corners of a route.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapLayer, MapLine } from '../map-port.ts'
import {
  addGeoSource,
  addLayers,
  type LaidLayer,
  type LayerGround,
  removeAll,
  setGeoData,
} from './laid-layer.ts'
import { pickFeature } from './shape-layer.ts'
import { linePositions } from './shape-rings.ts'

type Lines = Extract<MapLayer, { kind: 'lines' }>

const WIDTH = 3
const width: ExpressionSpecification = ['get', 'width']

export function lineFeatures(lines: readonly MapLine[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: lines
      .filter(line => line.points.length >= 4)
      .map(({ id, points, colour, width = WIDTH, dashed = false, pickable = false }) => ({
        type: 'Feature',
        properties: { id, colour, width, dashed, pickable },
        geometry: { type: 'LineString', coordinates: linePositions(points) },
      })),
  }
}

const styleOf = (source: string): LayerSpecification[] => {
  const strokes = (id: string, dashed: boolean): LayerSpecification => ({
    id: `${source}:${id}`,
    type: 'line',
    source,
    filter: ['==', ['get', 'dashed'], dashed],
    layout: { 'line-join': 'round', ...(!dashed && { 'line-cap': 'round' }) },
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': width,
      ...(dashed && { 'line-dasharray': [2, 1.6] }),
    },
  })
  return [strokes('lines', false), strokes('dashes', true)]
}

/** The same lines as before: nothing to send to the worker again. */
const same = (a: readonly MapLine[], b: readonly MapLine[]) =>
  a.length === b.length &&
  a.every((line, at) => {
    const other = b[at]
    return (
      other !== undefined &&
      line.points === other.points &&
      line.id === other.id &&
      line.colour === other.colour &&
      line.width === other.width &&
      line.dashed === other.dashed &&
      line.pickable === other.pickable
    )
  })

export function layLines(ground: LayerGround, id: string, layer: Lines, before?: string): LaidLayer<Lines> {
  const { map } = ground
  const source = `own:${id}`
  addGeoSource(map, source)
  const styleIds = addLayers(map, styleOf(source), before)
  let lines: readonly MapLine[] = []
  const update = (next: Lines) => {
    const unchanged = same(lines, next.lines)
    lines = next.lines
    if (!unchanged) setGeoData(map, source, lineFeatures(lines))
  }
  update(layer)
  return {
    kind: 'lines',
    styleIds,
    update,
    pick: (pixel, tolerance) =>
      lines.some(line => line.pickable)
        ? pickFeature(ground, id, 'line', styleIds, pixel, tolerance)
        : undefined,
    remove: () => removeAll(map, styleIds, [source]),
  }
}
