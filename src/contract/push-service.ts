// The push service (socket.io): its clients and events (real-time specification, sections 3, 4 and 7).
import * as z from 'zod/mini'
import { DEFAULT_ROOM } from '../domain/intercom/call.ts'

/** What a room client's name begins with; its room code follows. */
const ROOM_PREFIX = 'ba_'

/** Events that the server sends; `connect` and `disconnect` are socket.io's own. */
export const pushEvents = {
  /** Signed in: carries the own client's id. */
  signedIn: 'connectSuccess',
  /** A client came: carries it. */
  came: 'clientConnect',
  /** A client left: carries it. */
  left: 'clientClose',
} as const

/** A person, or the room of a door unit. */
export const pushClient = z.object({ id: z.string(), name: z.string() })
export type PushClient = z.output<typeof pushClient>

/** What a socket signs in with: the person and a ticket that is good for one attempt. */
export const pushAuth = z.strictObject({ userId: z.int(), ticket: z.string() })

/** Id of a person's client, however many tabs and tablets they have open. */
export const personClientId = (accountId: number): string => `user_${accountId}`
/** Id of a door unit's client. */
export const doorClientId = (imei: string): string => `door_${imei}`

/** Name of a room client: the digits of building, unit and room, or the default room. */
export function roomClientName(place: {
  building: string | null
  unit: string | null
  roomNo: string | null
}): string {
  const digits = `${place.building ?? ''}${place.unit ?? ''}${place.roomNo ?? ''}`.replace(/\D/g, '')
  return `${ROOM_PREFIX}${digits || DEFAULT_ROOM}`
}

/** The room code of a room client; undefined for a person. */
export function roomCodeOf({ id, name }: PushClient): string | undefined {
  // A person may call themselves anything.
  if (id.startsWith('user_')) return undefined
  return name.startsWith(ROOM_PREFIX) ? name.slice(ROOM_PREFIX.length) : undefined
}
