// A small town by the sea as an operator's PMTiles file: the layers and fields of Protomaps' basemaps, zooms 0 to 15.
import { makeArchive, type Tile } from './map-archive.ts'
import { type Drawn, type Position, vectorTile } from './vector-tile.ts'

/** What the file has streets of; around it there is nothing. */
export const TOWN = { west: 114.02, south: 22.505, east: 114.1, north: 22.575 }

export interface TownOptions {
  /** Written into the name of the main road, so that two towns can be told apart. */
  edition?: string
  mostZoom?: number
}

/** A feature, and the zoom from which on it is in the tiles. */
type Placed = Drawn & { layer: string; from: number }

const LAYERS = ['earth', 'landuse', 'water', 'buildings', 'roads', 'boundaries', 'places', 'pois']
const STEP = 0.002
const BLOCKS_EACH_WAY = 18
const MIDDLE = { longitude: 114.06, latitude: 22.54 }

/** The bytes of the file. The same options make the same bytes. */
export function townArchive({ edition = '', mostZoom = 15 }: TownOptions = {}): Uint8Array<ArrayBuffer> {
  const features = featuresOf(edition)
  const tiles: Tile[] = []
  for (let z = 0; z <= mostZoom; z++) {
    const there = features.filter(({ from }) => from <= z)
    const layers = Object.fromEntries(
      LAYERS.map(name => [name, there.filter(({ layer }) => layer === name)] as const),
    )
    const [west, north] = [columnOf(TOWN.west, z), rowOf(TOWN.north, z)]
    const [east, south] = [columnOf(TOWN.east, z), rowOf(TOWN.south, z)]
    for (let x = west; x <= east; x++)
      for (let y = north; y <= south; y++) {
        const bytes = vectorTile({ z, x, y }, layers)
        if (bytes) tiles.push({ z, x, y, bytes })
      }
  }
  return makeArchive(tiles, {
    leafSize: 64,
    packed: true,
    bounds: TOWN,
    metadata: { name: 'Town', vector_layers: LAYERS.map(id => ({ id, fields: {} })) },
  })
}

const columnOf = (longitude: number, z: number) => Math.floor(((longitude + 180) / 360) * 2 ** z)
const rowOf = (latitude: number, z: number) => {
  const angle = (latitude * Math.PI) / 180
  return Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** z)
}

function featuresOf(edition: string): Placed[] {
  return [...ground(), ...streets(edition), ...houses(), ...names()]
}

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

const COAST = 22.516

function ground(): Placed[] {
  const coast = Array.from({ length: 33 }, (_, at): Position => {
    const longitude = 113.5 + at / 32
    return [longitude, COAST + Math.sin(at * 1.7) * 0.0015]
  })
  const area = (layer: string, from: number, kind: string, ring: readonly Position[]): Placed => ({
    layer,
    from,
    geometry: { is: 'polygon', rings: [ring] },
    properties: { kind },
  })
  return [
    area('earth', 0, 'earth', [...coast, [114.5, 23], [113.5, 23]]),
    area('water', 0, 'ocean', [...coast, [114.5, 22], [113.5, 22]]),
    area('water', 10, 'lake', box(114.07, 22.5515, 114.0755, 22.5545)),
    area('landuse', 8, 'park', box(114.046, 22.545, 114.0535, 22.5515)),
    area('landuse', 11, 'residential', box(114.03, 22.52, 114.09, 22.57)),
    {
      layer: 'boundaries',
      from: 0,
      geometry: {
        is: 'line',
        line: [
          [114.02, 22.513],
          [114.1, 22.513],
        ],
      },
      properties: { kind: 'region', kind_detail: 4, min_admin_level: 4 },
    },
  ]
}

function streets(edition: string): Placed[] {
  const road = (
    from: number,
    line: readonly Position[],
    properties: Record<string, string | number>,
  ): Placed => ({ layer: 'roads', from, geometry: { is: 'line', line }, properties })
  const grid = Array.from({ length: BLOCKS_EACH_WAY * 2 + 1 }, (_, at) => at - BLOCKS_EACH_WAY)
  const inLand = (latitude: number) => latitude > COAST + 0.003 && latitude < TOWN.north
  const inTown = (longitude: number) => longitude > TOWN.west && longitude < TOWN.east
  const across = grid.flatMap(at => {
    const latitude = MIDDLE.latitude + at * STEP
    if (!inLand(latitude)) return []
    const main = at % 4 === 0
    return road(
      main ? 9 : 12,
      [
        [TOWN.west, latitude],
        [MIDDLE.longitude, latitude],
        [TOWN.east, latitude],
      ],
      {
        kind: main ? 'major_road' : 'minor_road',
        kind_detail: main ? 'primary' : 'residential',
        name: main ? `深南大道${edition}` : `福华${Math.abs(at)}路`,
        'name:en': main ? `Shennan Boulevard${edition}` : `Fuhua ${Math.abs(at)} Road`,
        ...(main && { 'name:ar': 'شارع شنان', 'name:ru': 'бульвар Шэньнань' }),
      },
    )
  })
  const along = grid.flatMap(at => {
    const longitude = MIDDLE.longitude + at * STEP
    if (!inTown(longitude)) return []
    return road(
      at % 4 === 2 ? 9 : 12,
      [
        [longitude, COAST + 0.004],
        [longitude, MIDDLE.latitude],
        [longitude, TOWN.north],
      ],
      {
        kind: at % 4 === 2 ? 'major_road' : 'minor_road',
        name: `益田${Math.abs(at)}路`,
        'name:en': `Yitian ${Math.abs(at)} Road`,
      },
    )
  })
  return [
    road(
      6,
      [
        [113.9, 22.5225],
        [114.05, 22.5205],
        [114.2, 22.524],
      ],
      {
        kind: 'highway',
        name: '滨河大道',
        'name:en': 'Binhe Expressway',
        'name:ar': 'طريق بينخه السريع',
        ref: 'S33',
      },
    ),
    road(
      10,
      [
        [TOWN.west, 22.5725],
        [114.06, 22.5705],
        [TOWN.east, 22.5725],
      ],
      { kind: 'rail', name: '广深铁路' },
    ),
    road(
      13,
      [
        [114.0465, 22.5455],
        [114.05, 22.5485],
        [114.053, 22.551],
      ],
      { kind: 'path', name: '' },
    ),
    ...across,
    ...along,
  ]
}

/** A few in each block around the middle. */
function houses(): Placed[] {
  const blocks = Array.from({ length: 12 }, (_, at) => at - 6)
  return blocks.flatMap(row =>
    blocks.flatMap(column => {
      const west = MIDDLE.longitude + column * STEP + 0.0004
      const south = MIDDLE.latitude + row * STEP + 0.0004
      const inPark = west > 114.0455 && west < 114.0535 && south > 22.5445 && south < 22.5515
      if (inPark) return []
      return [0, 1].map(
        (at): Placed => ({
          layer: 'buildings',
          from: 13,
          geometry: {
            is: 'polygon',
            rings: [box(west + at * 0.0007, south, west + at * 0.0007 + 0.0005, south + 0.001 - at * 0.0003)],
          },
          properties: { kind: 'building', height: 20 + ((row + column + 12) % 5) * 12 },
        }),
      )
    }),
  )
}

function names(): Placed[] {
  const point = (
    layer: string,
    from: number,
    longitude: number,
    latitude: number,
    properties: Record<string, string | number>,
  ): Placed => ({ layer, from, geometry: { is: 'point', at: [longitude, latitude] }, properties })
  return [
    point('places', 3, 114.0579, 22.5431, {
      kind: 'locality',
      kind_detail: 'city',
      population_rank: 12,
      name: '深圳市',
      'name:en': 'Shenzhen',
      'name:zh-Hans': '深圳',
      'name:de': 'Shenzhen',
      'name:ru': 'Шэньчжэнь',
      'name:ar': 'شنجن',
    }),
    point('places', 11, 114.0505, 22.5305, {
      kind: 'neighbourhood',
      name: '福田',
      'name:en': 'Futian',
      'name:ar': 'فوتيان',
    }),
    point('places', 11, 114.086, 22.556, { kind: 'neighbourhood', name: '罗湖', 'name:en': 'Luohu' }),
    point('pois', 14, 114.0495, 22.5485, { kind: 'park', name: '莲花山公园', 'name:en': 'Lianhuashan Park' }),
    point('pois', 14, 114.0622, 22.5388, {
      kind: 'hospital',
      name: '中心医院',
      'name:en': 'Central Hospital',
    }),
    point('pois', 14, 114.0578, 22.5412, {
      kind: 'station',
      name: '会展中心站',
      'name:en': 'Convention Centre',
    }),
  ]
}
