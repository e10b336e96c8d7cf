// Why a room could not be opened.
import type { RoomEnd } from '../../domain/conference/session.ts'

/** `open` rejects with this; nothing is left open. */
export class RoomError extends Error {
  readonly end: RoomEnd
  constructor(end: RoomEnd, cause?: unknown) {
    super(end, { cause })
    this.name = 'RoomError'
    this.end = end
  }
}
