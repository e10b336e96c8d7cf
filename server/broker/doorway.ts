// Connections between their first byte and being known: who they are from, how long they may be silent, when they may
// go on speaking. Each kind has a room of its own: one does not fill up the other's.
import { createWaitingRoom, type Waiting } from './crowd.ts'
import { networkOf } from './lookups.ts'
import type { Link } from './streams.ts'

export type LinkKind = 'tcp' | 'websocket'

/** A browser speaks as soon as it is connected; a device on a narrow network takes its time. */
const SILENT_MS: Record<LinkKind, number> = { tcp: 10_000, websocket: 5_000 }

interface Guest extends Waiting {
  link: Link
  address: string
}

/** `turnedAway` hears of each connection that finds no room, or has to make some. */
export function createDoorway(turnedAway: (kind: LinkKind) => void) {
  const rooms = { tcp: createWaitingRoom(), websocket: createWaitingRoom() }
  const guests = new WeakMap<object, Guest>()
  return {
    /** Whether there was room; otherwise the connection is closed. */
    enter: (link: Link, kind: LinkKind, address: string): boolean => {
      const { stream } = link
      const sendAway = () => {
        turnedAway(kind)
        stream.destroy()
      }
      const waiting = rooms[kind].enter(networkOf(address), sendAway)
      if (!waiting) {
        sendAway()
        return false
      }
      guests.set(stream, { ...waiting, link, address })
      const patience = setTimeout(() => stream.destroy(new Error('Nothing was said')), SILENT_MS[kind])
      patience.unref()
      link.onFirstBytes(() => clearTimeout(patience))
      stream.once('close', () => {
        clearTimeout(patience)
        waiting.leave()
      })
      return true
    },
    addressOf: (stream: object): string | undefined => guests.get(stream)?.address,
    /** Says who they are. */
    speaks: (stream: object): void => guests.get(stream)?.speaks(),
    /** They are known. */
    known: (stream: object): void => guests.get(stream)?.leave(),
    /** They are in: what they said meanwhile is heard now. */
    admit: (stream: object): void => guests.get(stream)?.link.admit(),
  }
}
