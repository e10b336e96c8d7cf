// What a board asks: what all of its tiles show, at once, each with its own answer and when it was measured.
import * as z from 'zod/mini'
import { boardTiles } from '../../domain/board/tiles.ts'
import { id, localDate, moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const whole = z.int().check(z.nonnegative())

/** What one tile shows. Rows are of the wire form of their list. */
export const tileAnswer = z.discriminatedUnion('is', [
  /** Its list lies closed to this person. */
  z.object({ is: z.literal('forbidden') }),
  /** What it shows has been removed, or its settings fit its list no longer. */
  z.object({ is: z.literal('gone') }),
  /** Nothing has been chosen for it yet. */
  z.object({ is: z.literal('unset') }),
  /** It could not be measured this time; others could. */
  z.object({ is: z.literal('failed') }),
  /** A wall hangs where everybody sees it: it shows neither pictures nor what may not be read there. */
  z.object({ is: z.literal('unshown') }),
  /** Of rows that may name people a wall says only how many there are. */
  z.object({ is: z.literal('many'), total: whole }),
  /** It is there, and fetches its picture itself. */
  z.object({ is: z.literal('open'), name: z.nullable(z.string()) }),
  z.object({ is: z.literal('count'), value: whole, of: z.nullable(whole) }),
  z.object({
    is: z.literal('rows'),
    total: whole,
    list: z.array(z.record(z.string(), z.unknown())),
  }),
  /** A word of the field, or a day. */
  z.object({ is: z.literal('bars'), bars: z.array(z.object({ word: z.string(), value: whole })) }),
  z.object({
    is: z.literal('announcement'),
    newest: z.nullable(z.object({ title: z.string(), content: z.string(), publishedAt: moment })),
  }),
])
export type TileAnswer = z.output<typeof tileAnswer>

export const measuredTiles = z.object({
  moments: z.object({ now: moment, dayStart: moment, today: localDate }),
  tiles: z.array(
    z.object({
      key: z.string(),
      /** When it was measured. */
      at: moment,
      answer: tileAnswer,
    }),
  ),
})
export type MeasuredTiles = z.output<typeof measuredTiles>

export const boardSnapshot = endpoint({
  service: 'user',
  method: 'GET',
  path: 'board/snapshot',
  access: 'board.read',
  summary: 'What all tiles of a board show to this person, each by itself',
  request: z.strictObject({ id: inQuery(15, id) }),
  response: measuredTiles,
})

export const boardPreview = endpoint({
  service: 'user',
  method: 'POST',
  path: 'board/preview',
  access: 'board.save',
  summary: 'The same of tiles that are not saved yet',
  request: z.strictObject({ tiles: boardTiles }),
  response: measuredTiles,
})
