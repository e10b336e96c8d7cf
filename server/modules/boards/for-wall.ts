// What a wall shows of a board: everybody in the room reads it, so there is no row that may name somebody, and no name in full.
import type { MeasuredTiles, TileAnswer } from '../../../src/contract/endpoints/board.ts'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import type { BoardTile } from '../../../src/domain/board/tiles.ts'
import { maskedName, withoutName } from '../../../src/domain/wall/masked-name.ts'
import type { Context } from '../../http/handlers.ts'
import type { Stores } from './lists.ts'
import { measureTiles } from './measure.ts'

type AlarmField = keyof typeof alarm.schema.shape

const people: readonly AlarmField[] = ['wearerName', 'takenBy', 'handledBy', 'acknowledgedBy', 'assignedTo']
const left: readonly AlarmField[] = ['userPhone', 'note']

/** Of other lists it is not known which of their fields are names. */
const isCounted = (tile: BoardTile) => tile.kind === 'list' && tile.entity !== alarm.key

export async function measureForWall(
  tiles: readonly BoardTile[],
  stores: Stores,
  context: Pick<Context, 'person' | 'scope' | 'sql'>,
  now: number,
): Promise<MeasuredTiles> {
  const asked = tiles.map((tile): BoardTile => {
    if (tile.kind !== 'list' || !isCounted(tile)) return tile
    const { key, place, entity, filters } = tile
    return { kind: 'count', key, place, entity, filters }
  })
  const measured = await measureTiles(asked, stores, context, now)
  const answers = new Map(measured.tiles.map(({ key, answer }) => [key, answer]))
  return {
    ...measured,
    tiles: tiles.map(tile => ({
      key: tile.key,
      at: now,
      answer: onWall(answers.get(tile.key) ?? { is: 'unshown' }, isCounted(tile)),
    })),
  }
}

function onWall(answer: TileAnswer, counted: boolean): TileAnswer {
  if (answer.is === 'forbidden') return { is: 'unshown' }
  if (answer.is === 'count' && counted) return { is: 'many', total: answer.value }
  return answer.is === 'rows' ? { ...answer, list: answer.list.map(withoutNames) } : answer
}

/** An alarm as it may be read by everybody: names masked wherever they stand, and nothing that leads to a person. */
export function withoutNames(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const wearer = typeof row.wearerName === 'string' ? row.wearerName : null
  const masked = Object.entries(row).map(([name, value]) => {
    const of = (fields: readonly string[]) => fields.includes(name)
    if (of(left)) return [name, null]
    if (typeof value !== 'string') return [name, value]
    if (of(people)) return [name, maskedName(value)]
    // It has to be one, and names a device that can be looked up.
    return [name, name === 'imei' ? '0'.repeat(value.length) : withoutName(value, wearer)]
  })
  return Object.fromEntries(masked)
}
