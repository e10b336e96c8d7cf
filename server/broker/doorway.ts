// Connections between their first byte and being known: who they are from, how long they may be silent, when they may
// go on speaking. Each kind has a room of its own: one does not fill up the other's.
import type { Duplex } from 'node:stream'
import { createWaitingRoom, type Waiting } from './crowd.ts'
import { networkOf } from './lookups.ts'
import { Link } from './streams.ts'

export type LinkKind = 'tcp' | 'websocket'

/** A browser speaks as soon as it is connected; a device on a narrow network takes its time. */
const SILENT_MS: Record<LinkKind, number> = { tcp: 10_000, websocket: 5_000 }

interface Guest {
  address: string
  /** Until they are known: what they take in the room, and what ends with the connection. */
  waiting: (Waiting & { gone(): void }) | undefined
}

/** `turnedAway` hears of each connection that finds no room, or has to make some. */
export function createDoorway(turnedAway: (kind: LinkKind) => void) {
  const rooms = { tcp: createWaitingRoom(), websocket: createWaitingRoom() }
  const guests = new WeakMap<object, Guest>()
  return {
    /** Whether there was room; otherwise the connection is closed. */
    enter: (link: Link, kind: LinkKind, address: string): boolean => {
      const sendAway = () => {
        turnedAway(kind)
        link.destroy()
      }
      const waiting = rooms[kind].enter(networkOf(address), sendAway)
      if (!waiting) {
        sendAway()
        return false
      }
      const patience = setTimeout(() => link.destroy(new Error('Nothing was said')), SILENT_MS[kind])
      patience.unref()
      link.onFirstBytes(() => clearTimeout(patience))
      const gone = () => {
        clearTimeout(patience)
        waiting.leave()
      }
      link.once('close', gone)
      guests.set(link, { address, waiting: { ...waiting, gone } })
      return true
    },
    addressOf: (stream: object): string | undefined => guests.get(stream)?.address,
    /** Says who they are. */
    speaks: (stream: object): void => guests.get(stream)?.waiting?.speaks(),
    /** They are known. Most of all connections are, for weeks: nothing of the waiting is kept. */
    known: (stream: Duplex): void => {
      const guest = guests.get(stream)
      if (!guest?.waiting) return
      guest.waiting.leave()
      stream.off('close', guest.waiting.gone)
      guest.waiting = undefined
    },
    /** They are in: what they said meanwhile is heard now. */
    admit: (stream: object): void => {
      if (stream instanceof Link) stream.admit()
    },
  }
}
