// What whoever looks after the installation asks over HTTP. The permission alone is not enough: it is about all tenants.
import { operationsBoard, operationsGuide } from '../../../src/contract/endpoints/operations.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'
import { type BoardSources, createBoard } from './board.ts'
import { readGuide } from './guide.ts'

export function mountOperations(handlers: Handlers, sources: BoardSources): void {
  const board = createBoard(sources)
  const refuseUnlessPlatform = ({ platform }: Person) => {
    if (!platform) throw new Refused('forbidden')
  }
  handlers.handleApart(operationsBoard, async (_, { person }) => {
    refuseUnlessPlatform(person)
    return board()
  })
  handlers.handleApart(operationsGuide, async ({ figure }, { person }) => {
    refuseUnlessPlatform(person)
    return readGuide(figure)
  })
}
