// What a board is made of: each kind of tile with its settings, and what tiles may be together.
import * as z from 'zod/mini'
import { id, nonEmpty, text } from '../fields.ts'
import { PART_KEY } from '../limits.ts'
import { figureKeys } from '../scene/figures.ts'
import { anyOverlap, GRID, isInside, type Place } from './grid.ts'

export const MOST_TILES = 24
export const MOST_ROWS = 20

const cells = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

const place = z
  .object({
    x: cells(0, GRID.columns - 1),
    y: cells(0, GRID.rows - 1),
    w: cells(1, GRID.columns),
    h: cells(1, GRID.rows),
  })
  .check(z.refine<Place>(isInside, { error: 'tileOutside' }))

const common = {
  /** Names the tile through all versions of a board. */
  key: z.string().check(z.regex(PART_KEY, { error: 'format' })),
  /** In place of what it is called by itself. */
  title: z.optional(text(60)),
  place,
}

/** A list that exists, under filters as its address has them; what they may be the list itself says. */
const listed = {
  entity: nonEmpty(40),
  filters: z.record(nonEmpty(60), text(200)),
}

/** What a chart counts by: the words of a field, or the days on which a field falls. */
const series = z.discriminatedUnion('by', [
  z.object({ by: z.literal('words'), field: nonEmpty(60) }),
  z.object({ by: z.literal('days'), field: nonEmpty(60), days: z.literal([7, 14]) }),
])
export type Series = z.output<typeof series>

export const boardTile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clock'), ...common }),
  z.object({ kind: z.literal('figure'), ...common, figure: z.enum(figureKeys) }),
  z.object({ kind: z.literal('count'), ...common, ...listed }),
  z.object({ kind: z.literal('list'), ...common, ...listed, rows: cells(1, MOST_ROWS) }),
  z.object({ kind: z.literal('chart'), ...common, ...listed, series }),
  z.object({ kind: z.literal('map'), ...common }),
  // Null until one is chosen.
  z.object({ kind: z.literal('plan'), ...common, drawingId: z.nullable(id) }),
  z.object({ kind: z.literal('video'), ...common, cameraId: z.nullable(id) }),
  z.object({ kind: z.literal('announcement'), ...common }),
])
export type BoardTile = z.output<typeof boardTile>
export type TileKind = BoardTile['kind']
export type TileOf<Kind extends TileKind> = Extract<BoardTile, { kind: Kind }>

export const tileKinds = [
  'figure',
  'count',
  'list',
  'chart',
  'map',
  'plan',
  'video',
  'clock',
  'announcement',
] as const satisfies readonly TileKind[]

/** A browser draws few maps and plays few videos at once. */
export const mostOfKind: Readonly<Partial<Record<TileKind, number>>> = { map: 1, plan: 2, video: 4 }

const isWithinKinds = (tiles: readonly BoardTile[]): boolean =>
  Object.entries(mostOfKind).every(([kind, most]) => tiles.filter(each => each.kind === kind).length <= most)

export const boardTiles = z.array(boardTile).check(
  z.maxLength(MOST_TILES, { error: 'tooManyTiles' }),
  z.refine(tiles => new Set(tiles.map(({ key }) => key)).size === tiles.length, { error: 'chosenTwice' }),
  z.refine(tiles => !anyOverlap(tiles.map(each => each.place)), { error: 'tilesOverlap' }),
  z.refine(isWithinKinds, { error: 'tooManyOfKind' }),
)

/** How large a new tile is. */
export const sizeOf: Readonly<Record<TileKind, Pick<Place, 'w' | 'h'>>> = {
  figure: { w: 2, h: 2 },
  count: { w: 2, h: 2 },
  list: { w: 4, h: 5 },
  chart: { w: 4, h: 4 },
  map: { w: 6, h: 6 },
  plan: { w: 6, h: 6 },
  video: { w: 4, h: 4 },
  clock: { w: 3, h: 2 },
  announcement: { w: 4, h: 3 },
}
