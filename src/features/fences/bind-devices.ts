// Binds devices to a fence in pieces, so that a thousand show how far they are.
import { bindFence } from '../../contract/endpoints/fence.ts'
import { newKey, sendRequest } from '../../platform/http.ts'

/** Devices a call; the server takes more, but progress would not show. */
const PIECE = 200

export interface Binding {
  id: number
  add: readonly number[]
  remove: readonly number[]
}

/** Tells how many are done after each piece. Rejects with the first failure; what was done by then stays done. */
export async function bindDevices(
  { id, add, remove }: Binding,
  progress: (done: number) => void = () => {},
): Promise<void> {
  const total = add.length + remove.length
  for (let at = 0; at < total; at += PIECE) {
    const piece = {
      add: add.slice(at, at + PIECE),
      remove: remove.slice(Math.max(0, at - add.length), Math.max(0, at + PIECE - add.length)),
    }
    await sendRequest(bindFence, { id, ...piece }, { idempotencyKey: newKey() })
    progress(Math.min(total, at + PIECE))
  }
}
