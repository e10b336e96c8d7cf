// Publishes to who made bills that they have moved on: all of a payment at once, where one message each would drown the console.
import * as z from 'zod/mini'
import { billsNotice } from '../../../src/contract/messages.ts'
import type { Bus } from '../../bus.ts'
import type { Outlet } from '../../outlet.ts'

/** Listens until the answered function is called. */
export function publishBills({ bus, outlet }: { bus: Bus; outlet: () => Outlet }): () => void {
  const moved = new Map<number, Set<number>>()
  const tell = () => {
    for (const [userId, ids] of moved)
      outlet().toPerson(userId, z.encode(billsNotice, { code: 'bills', ids: [...ids] }))
    moved.clear()
  }
  return bus.on('bill.changed', ({ id, userId }) => {
    // Events of one transaction come in one turn of the event loop: they are published together after it.
    if (moved.size === 0) setImmediate(tell)
    const ids = moved.get(userId) ?? new Set()
    moved.set(userId, ids.add(id))
  })
}
