// The operator's street tiles (Protomaps schema) in the console's colours. No boundaries: published ones differ.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { GroundColours } from './ground-colours.ts'

const kind = (...kinds: string[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
const grows = (...stops: number[]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  ...stops,
]

/** Widths in pixels at the library's zooms 6, 12 and 18. */
const ROADS: readonly { kinds: string[]; from: number; widths: [number, number, number] }[] = [
  { kinds: ['path', 'other'], from: 14, widths: [0, 0.5, 5] },
  { kinds: ['minor_road'], from: 11, widths: [0, 0.8, 16] },
  { kinds: ['major_road'], from: 7, widths: [0.4, 2, 22] },
  { kinds: ['highway'], from: 4, widths: [0.8, 3, 26] },
]

function roads(source: string, { road, roadEdge, rail }: GroundColours): LayerSpecification[] {
  const stroke = (edge: boolean): LayerSpecification[] =>
    ROADS.map(({ kinds, from, widths: [far, middle, near] }, at) => ({
      id: `ground:road-${at}${edge ? '-edge' : ''}`,
      type: 'line',
      source,
      'source-layer': 'roads',
      minzoom: edge ? Math.max(from, 10) : from,
      filter: kind(...kinds),
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': edge ? roadEdge : road,
        'line-width': edge
          ? grows(6, far + 1, 12, middle + 1.4, 18, near + 2)
          : grows(6, far, 12, middle, 18, near),
      },
    }))
  return [
    ...stroke(true),
    ...stroke(false),
    {
      id: 'ground:rail',
      type: 'line',
      source,
      'source-layer': 'roads',
      minzoom: 9,
      filter: kind('rail'),
      paint: { 'line-color': rail, 'line-width': grows(9, 0.6, 16, 2), 'line-dasharray': [4, 2] },
    },
  ]
}

/**
 * A name in the reader's language, else in English, else as it is written there. Chinese stands in the files by its
 * script, and what has no Chinese name of its own is Chinese already or read best as its people write it.
 */
function nameIn(language: string): ExpressionSpecification {
  const [tongue = 'en'] = language.split('-')
  const wanted = tongue === 'zh' ? ['name:zh-Hans', 'name:zh'] : [`name:${tongue}`, 'name:en']
  return ['coalesce', ...wanted.map(name => ['get', name] satisfies ExpressionSpecification), ['get', 'name']]
}

function names(source: string, { ink, halo }: GroundColours, language: string): LayerSpecification[] {
  const text = nameIn(language)
  const paint = { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 }
  return [
    {
      id: 'ground:road-names',
      type: 'symbol',
      source,
      'source-layer': 'roads',
      minzoom: 13,
      filter: kind('highway', 'major_road', 'minor_road'),
      layout: { 'symbol-placement': 'line', 'text-field': text, 'text-size': 12 },
      paint,
    },
    {
      id: 'ground:pois',
      type: 'symbol',
      source,
      'source-layer': 'pois',
      minzoom: 15,
      layout: { 'text-field': text, 'text-size': 11, 'text-max-width': 8 },
      paint: { ...paint, 'text-opacity': 0.85 },
    },
    {
      id: 'ground:places',
      type: 'symbol',
      source,
      'source-layer': 'places',
      maxzoom: 15,
      filter: kind('country', 'region', 'locality', 'neighbourhood', 'macrohood'),
      layout: {
        'text-field': text,
        'text-size': ['match', ['get', 'kind'], 'country', 15, 'region', 13, 'locality', 14, 12],
        'symbol-sort-key': ['-', 0, ['coalesce', ['get', 'population_rank'], 0]],
        'text-max-width': 8,
      },
      paint,
    },
  ]
}

/** Everything that the tiles of a source show, the lowest first. */
export function streetLayers(source: string, colours: GroundColours, language: string): LayerSpecification[] {
  const { sea, land, green, building } = colours
  const area = (
    id: string,
    sourceLayer: string,
    colour: string,
    filter?: FilterSpecification,
  ): LayerSpecification => ({
    id: `ground:${id}`,
    type: 'fill',
    source,
    'source-layer': sourceLayer,
    ...(filter && { filter }),
    paint: { 'fill-color': colour },
  })
  return [
    area('earth', 'earth', land),
    area('landcover', 'landcover', green, kind('forest', 'grassland', 'farmland', 'scrub')),
    area(
      'parks',
      'landuse',
      green,
      kind('park', 'forest', 'wood', 'grass', 'nature_reserve', 'cemetery', 'golf_course'),
    ),
    { ...area('water', 'water', sea), filter: ['==', ['geometry-type'], 'Polygon'] } as LayerSpecification,
    ...roads(source, colours),
    { ...area('buildings', 'buildings', building), minzoom: 13 } as LayerSpecification,
    ...names(source, colours, language),
  ]
}
