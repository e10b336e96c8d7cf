// Measures the tiles of a board for a person: within their tenant, departments and rights, all counts in one statement.
import * as z from 'zod/mini'
import type { MeasuredTiles, TileAnswer } from '../../../src/contract/endpoints/board.ts'
import { entityEndpoints, type PageQuery } from '../../../src/contract/entity-endpoints.ts'
import type { BoardTile, TileOf } from '../../../src/domain/board/tiles.ts'
import { momentOf } from '../../../src/domain/report/zone-time.ts'
import { countedBy, figures, type Moments } from '../../../src/domain/scene/figures.ts'
import { addDays, dayIn } from '../../../src/domain/site/calendar-day.ts'
import { countGroups, readPage, readRows } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { fitsSeries, isDayField, mayShow, queryOf, type Stores } from './lists.ts'

type Asker = Pick<Context, 'person' | 'scope' | 'sql'>

interface Asked {
  store: Store
  query: PageQuery
  by?: string
}
type Groups = readonly (readonly { word: string | null; n: number }[])[]

/** A tile that counts: what is asked, and what the answers make. */
interface Counting {
  asked: readonly Asked[]
  answer: (groups: Groups) => TileAnswer
}

const gone: TileAnswer = { is: 'gone' }
const failed: TileAnswer = { is: 'failed' }
const sumOf = (group: Groups[number] | undefined): number => (group ?? []).reduce((sum, { n }) => sum + n, 0)

function startOfDay(zone: string, day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf(zone, year, month, date)
}

export async function measureTiles(
  tiles: readonly BoardTile[],
  stores: Stores,
  context: Asker,
  now: number,
): Promise<MeasuredTiles> {
  const { tenantZone: zone } = context.person
  const today = dayIn(zone, now)
  const moments: Moments = { now, today, dayStart: startOfDay(zone, today) }
  const answers = new Map<string, TileAnswer>()
  const counting = new Map<string, Counting>()
  for (const tile of tiles) {
    if (!mayShow(tile, stores, context.person)) answers.set(tile.key, { is: 'forbidden' })
    else if (tile.kind === 'figure' || tile.kind === 'count' || tile.kind === 'chart') {
      const made = countingOf(tile, stores, moments, zone)
      if (made) counting.set(tile.key, made)
      else answers.set(tile.key, gone)
    } else answers.set(tile.key, await alone(context, () => lookedUp(tile, stores, context)))
  }
  for (const [key, answer] of await counted(counting, context)) answers.set(key, answer)
  return {
    moments,
    tiles: tiles.map(({ key }) => ({ key, at: now, answer: answers.get(key) ?? failed })),
  }
}

/** What goes wrong with one tile is its own. */
async function alone({ sql }: Asker, look: () => Promise<TileAnswer>): Promise<TileAnswer> {
  try {
    return await sql.attempt(look)
  } catch (error) {
    return error instanceof Refused ? gone : failed
  }
}

/** All in one statement; where that fails, each by itself, so that one tile fails alone. */
async function counted(
  counting: ReadonlyMap<string, Counting>,
  context: Asker,
): Promise<(readonly [string, TileAnswer])[]> {
  const all = [...counting]
  try {
    const groups = await context.sql.attempt(() =>
      countGroups(
        all.flatMap(([, { asked }]) => asked),
        context,
      ),
    )
    let at = 0
    return all.map(([key, { asked, answer }]) => {
      const own = groups.slice(at, at + asked.length)
      at += asked.length
      return [key, answer(own)] as const
    })
  } catch {
    const answers: (readonly [string, TileAnswer])[] = []
    for (const [key, { asked, answer }] of all)
      answers.push([key, await alone(context, async () => answer(await countGroups(asked, context)))])
    return answers
  }
}

function countingOf(
  tile: TileOf<'figure'> | TileOf<'count'> | TileOf<'chart'>,
  stores: Stores,
  moments: Moments,
  zone: string,
): Counting | undefined {
  if (tile.kind === 'figure') {
    const facts = figures[tile.figure]
    const store = stores.get(facts.entity)
    if (!store) return undefined
    const whole = facts.of?.(moments)
    return {
      asked: [{ store, query: countedBy(facts, moments) }, ...(whole ? [{ store, query: whole }] : [])],
      answer: ([value, of]) => ({ is: 'count', value: sumOf(value), of: whole ? sumOf(of) : null }),
    }
  }
  const store = stores.get(tile.entity)
  const query = store && queryOf(store, tile.filters)
  if (!store || !query) return undefined
  if (tile.kind === 'count')
    return {
      asked: [{ store, query }],
      answer: ([value]) => ({ is: 'count', value: sumOf(value), of: null }),
    }
  const { series } = tile
  if (!fitsSeries(store, series)) return undefined
  if (series.by === 'words')
    return {
      asked: [{ store, query, by: series.field }],
      answer: ([words = []]) => ({
        is: 'bars',
        bars: words.flatMap(({ word, n }) => (word !== null && n > 0 ? [{ word, value: n }] : [])),
      }),
    }
  const days = Array.from({ length: series.days }, (_, at) => addDays(moments.today, at + 1 - series.days))
  const written = isDayField(store, series.field)
  return {
    asked: days.map(day => ({
      store,
      query: {
        ...query,
        [`${series.field}From`]: written ? day : startOfDay(zone, day),
        [`${series.field}To`]: written ? day : startOfDay(zone, addDays(day, 1)) - 1,
      },
    })),
    answer: groups => ({
      is: 'bars',
      bars: days.map((word, at) => ({ word, value: sumOf(groups[at]) })),
    }),
  }
}

type LookedUp = Exclude<BoardTile, TileOf<'figure'> | TileOf<'count'> | TileOf<'chart'>>

async function lookedUp(tile: LookedUp, stores: Stores, context: Asker): Promise<TileAnswer> {
  switch (tile.kind) {
    case 'clock':
    case 'map':
      return { is: 'open', name: null }
    case 'plan':
      return named(tile.drawingId, stores.get('drawing'), 'title', context)
    case 'video':
      return named(tile.cameraId, stores.get('camera'), 'name', context)
    case 'list':
      return rowsOfList(tile, stores, context)
    case 'announcement':
      return newestAnnouncement(stores.get('announcement'), context)
  }
}

async function named(
  id: number | null,
  store: Store | undefined,
  field: string,
  context: Asker,
): Promise<TileAnswer> {
  if (id === null) return { is: 'unset' }
  const found = store && (await readRows(store, [id], context)).get(id)
  return found ? { is: 'open', name: String(found.row[field]) } : gone
}

const wirePage = z.object({ list: z.array(z.record(z.string(), z.unknown())) })

async function rowsOfList(tile: TileOf<'list'>, stores: Stores, context: Asker): Promise<TileAnswer> {
  const store = stores.get(tile.entity)
  const more = store && { page: '1', size: String(tile.rows), sort: store.entity.defaultSort }
  const query = store && more && queryOf(store, tile.filters, more)
  if (!store || !query) return gone
  const { list, total } = await readPage(store, query, context)
  const encoded = z.encode(entityEndpoints(store.entity).page.response, { list, total })
  return { is: 'rows', total, list: z.parse(wirePage, encoded).list }
}

const published = z.object({ title: z.string(), content: z.string(), publishedAt: z.number() })

async function newestAnnouncement(store: Store | undefined, context: Asker): Promise<TileAnswer> {
  if (!store) return gone
  const { list } = await readPage(
    store,
    { page: 1, size: 1, sort: '-publishedAt', state: ['published'] },
    context,
  )
  const newest = z.safeParse(published, list[0])
  return { is: 'announcement', newest: newest.success ? newest.data : null }
}
