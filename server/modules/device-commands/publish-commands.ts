// Publishes to people how far their commands to devices got.
import * as z from 'zod/mini'
import { commandNotice, commandsNotice } from '../../../src/contract/messages.ts'
import { commandState } from '../../../src/domain/device/command.ts'
import type { Outlet } from '../../outlet.ts'

/** A step that a command has made. */
export interface CommandMove {
  id: number
  tenantId: number
  imei: string
  state: string
  reason: string | null
  userId: number | null
  batchId: number | null
}

/** Most steps of one message: it must fit the packet limit of the broker. */
const MOST_MOVES = 250

/** Steps of commands, to who gave them; those of a batch many at once. */
export function publishCommands(outlet: Outlet, moves: readonly CommandMove[]): void {
  const batches = new Map<string, { userId: number; batchId: number; moves: CommandMove[] }>()
  for (const move of moves) {
    const { id, imei, state, reason, userId, batchId } = move
    if (userId === null) continue
    if (batchId === null) {
      const said = { code: 'command' as const, id, imei, state: z.parse(commandState, state), reason }
      outlet.toPerson(userId, z.encode(commandNotice, said))
      continue
    }
    const key = `${userId} ${batchId}`
    const batch = batches.get(key) ?? { userId, batchId, moves: [] }
    batches.set(key, batch)
    batch.moves.push(move)
  }
  for (const { userId, batchId, moves: all } of batches.values())
    for (let from = 0; from < all.length; from += MOST_MOVES) {
      const part = all.slice(from, from + MOST_MOVES)
      const steps = part.map(({ id, state, reason }) => ({ id, state: z.parse(commandState, state), reason }))
      outlet.toPerson(userId, z.encode(commandsNotice, { code: 'orders', batchId, moves: steps }))
    }
}
