// What the tiles of a board show: of a saved one that lies open to a person, or of tiles that are being arranged.
import { boardPreview, boardSnapshot } from '../../../src/contract/endpoints/board.ts'
import { boardTiles } from '../../../src/domain/board/tiles.ts'
import { readRow } from '../../entity/reading.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Stores } from './lists.ts'
import { measureTiles } from './measure.ts'

export function mountBoards(handlers: Handlers, stores: Stores): void {
  const boards = stores.get('board')
  if (!boards) throw new Error('board has no table')
  handlers.handle(boardSnapshot, async ({ id }, context) => {
    const { tiles } = await readRow(boards, id, context)
    return measureTiles(boardTiles.parse(tiles), stores, context, Date.now())
  })
  handlers.handle(boardPreview, ({ tiles }, context) => measureTiles(tiles, stores, context, Date.now()))
}
