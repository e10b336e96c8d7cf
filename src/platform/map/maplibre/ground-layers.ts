// Which layers each ground is made of.
import type { LayerSpecification } from 'maplibre-gl'
import type { Ground } from '../map-port.ts'
import type { GroundColours } from './ground-colours.ts'
import { streetLayers } from './street-layers.ts'

export const SOURCES = {
  land: 'ground:land',
  china: 'ground:china',
  places: 'ground:places',
  grid: 'ground:grid',
  figures: 'ground:figures',
  street: 'ground:street',
  raster: 'ground:raster',
} as const

/** From here on the detailed coast is shown, and the world's is not seen any more. */
const DETAILED_ZOOM = 4.5
/** From here on the offline ground has nothing but metres. */
export const GRID_ZOOM = 13

/** What lies under everything; see `groundLayers`. */
export const BACKGROUND = 'ground:background'

const background = (colour: string): LayerSpecification => ({
  id: BACKGROUND,
  type: 'background',
  paint: { 'background-color': colour },
})

function land({ sea, land }: GroundColours): LayerSpecification[] {
  return [
    {
      id: 'ground:world',
      type: 'fill',
      source: SOURCES.land,
      paint: { 'fill-color': land, 'fill-antialias': true },
    },
    {
      id: 'ground:china',
      type: 'fill',
      source: SOURCES.china,
      minzoom: DETAILED_ZOOM,
      paint: { 'fill-color': ['match', ['get', 'kind'], 'sea', sea, land], 'fill-antialias': false },
    },
  ]
}

const places = ({ ink, halo }: GroundColours, language: string): LayerSpecification => ({
  id: 'ground:names',
  type: 'symbol',
  source: SOURCES.places,
  minzoom: 2.5,
  maxzoom: 14,
  filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 4, 2, 6, 3, 8, 9]],
  layout: {
    'text-field': ['get', language.startsWith('zh') ? 'name' : 'latin'],
    'text-size': ['match', ['get', 'rank'], 1, 14, 2, 13, 12],
    'symbol-sort-key': ['get', 'rank'],
    'text-padding': 6,
  },
  paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 },
})

function grid({ grid, gridStrong }: GroundColours, minzoom: number): LayerSpecification {
  return {
    id: 'ground:grid',
    type: 'line',
    source: SOURCES.grid,
    minzoom,
    paint: {
      'line-color': ['case', ['get', 'strong'], gridStrong, grid],
      'line-width': 1,
      ...(minzoom > 0 && {
        'line-opacity': ['interpolate', ['linear'], ['zoom'], minzoom, 0, minzoom + 1, 1],
      }),
    },
  }
}

const figures = ({ ink, halo }: GroundColours): LayerSpecification => ({
  id: 'ground:figures',
  type: 'symbol',
  source: SOURCES.figures,
  layout: {
    'text-field': ['get', 'text'],
    'text-size': 11,
    'text-anchor': ['match', ['get', 'side'], 'x', 'bottom', 'left'],
    'text-offset': ['match', ['get', 'side'], 'x', ['literal', [0, -0.4]], ['literal', [0.5, 0]]],
    'text-padding': 8,
  },
  paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 },
})

/** The colour where nothing is drawn: sea once the coasts stand, no water before that and on the grid. */
export const bareColour = (ground: Ground, { sea, surface }: GroundColours, stands: boolean): string =>
  stands && ground !== 'grid' ? sea : surface

/** The layers of a ground, the lowest first. `stands`: its coasts have been drawn before. */
export function groundLayers(
  ground: Ground,
  colours: GroundColours,
  { language, stands }: { language: string; stands: boolean },
): LayerSpecification[] {
  const bare = background(bareColour(ground, colours, stands))
  if (ground === 'grid') return [bare, grid(colours, 0), figures(colours)]
  if (ground === 'raster')
    return [
      bare,
      ...land(colours),
      {
        id: 'ground:raster',
        type: 'raster',
        source: SOURCES.raster,
        paint: { 'raster-fade-duration': 120, 'raster-brightness-max': colours.daylight },
      },
    ]
  const own = [bare, ...land(colours), grid(colours, GRID_ZOOM), places(colours, language)]
  // Where the operator's file has nothing, the console's own ground is seen.
  return ground === 'street' ? [...own, ...streetLayers(SOURCES.street, colours, language)] : own
}
