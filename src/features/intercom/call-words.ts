// Words of an incoming call: who and where, what happens.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { DEFAULT_ROOM } from '../../domain/intercom/call.ts'
import type { Closing, DoorRing, Phase, Ring } from '../../domain/intercom/incoming-call-state.ts'

/** Where it rings, in a title's words: the building and unit, else the door, else the person. */
export function placeWords(ring: Ring): MessageDescriptor | string {
  if (ring.kind === 'direct') return ring.callerName
  if (ring.kind === 'room') return ring.roomName
  const { building, unit, deviceName } = ring
  // Some places name a unit by its number alone.
  if (building && unit && /^\d+$/.test(unit)) return msg`${building}, unit ${unit}`
  if (building && unit) return `${building} · ${unit}`
  return building || deviceName || msg`Door access unit`
}

/** A name as it is, or words in the reader's language. */
export const inWords = (words: MessageDescriptor | string, say: (words: MessageDescriptor) => string) =>
  typeof words === 'string' ? words : say(words)

/** The room that is called; undefined where the door names none. */
export const roomOf = ({ roomNo }: DoorRing): string | undefined =>
  roomNo && roomNo !== DEFAULT_ROOM ? roomNo : undefined

/** What the drawer says (real-time specification, section 4). */
export function statusWords(phase: Extract<Phase, { is: 'ringing' | 'answering' | 'closing' }>) {
  if (phase.is === 'answering') return msg`Answering...`
  if (phase.is === 'closing') return closingWords(phase.closing, phase.ring)
  if (phase.ring.kind === 'direct') return msg`A colleague calls`
  if (phase.ring.kind === 'room')
    return msg({ context: 'conference', message: `${phase.ring.callerName} calls you into this room` })
  return msg`The door unit is initiating a call request...`
}

/** Literal (real-time specification, section 8): in the drawer, and as a toast. */
export const INVALID_DATA = msg`Invalid data, please check the service`

function closingWords(closing: Closing, ring: Ring): MessageDescriptor {
  switch (closing.why) {
    case 'ignored':
      return ring.kind === 'door' ? msg`Ignored` : msg`Declined`
    case 'invalid':
      return INVALID_DATA
    case 'unlocked':
      return msg`Unlocked`
    case 'opened': {
      const { by } = closing
      return by ? msg`${by} has opened the door` : msg`Somebody else has opened the door`
    }
    case 'taken': {
      const { by } = closing
      return by ? msg`${by} has answered` : msg`Somebody else has answered this call`
    }
    case 'elsewhere':
      return ring.kind === 'room'
        ? msg`You have answered elsewhere, or the call is over`
        : msg`You have answered in another tab or on another device`
    case 'over':
      if (closing.reason === 'cancelled')
        return ring.kind === 'door' ? msg`The visitor has given up` : msg`Your colleague has given up`
      return closing.reason === 'expired' ? msg`Nobody answered in time` : msg`This call is over`
  }
}
