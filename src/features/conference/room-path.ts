// The address of a room, and of a room into which devices are called as soon as one is in it.
import { MOST_CALLED } from '../../domain/conference/conference.ts'
import { IMEI } from '../../domain/limits.ts'

interface RoomAddress {
  roomId: string
  voiceOnly: boolean
  imeis?: readonly string[]
  /** The devices show nothing of it. */
  hide?: boolean
}

export function roomPath({ roomId, voiceOnly, imeis = [], hide = false }: RoomAddress): string {
  const search = new URLSearchParams({ roomId })
  // With the comma at its end a single one is text too, not a number that loses digits.
  if (imeis.length > 0) search.set('imeis', `${imeis.join(',')},`)
  if (hide) search.set('hide', '1')
  return `${voiceOnly ? '/multiVoice' : '/roOm'}?${search}`
}

/** The devices that an address names; what is no IMEI is left out. */
export const imeisOf = (text: unknown): readonly string[] =>
  String(text ?? '')
    .split(',')
    .filter(imei => IMEI.test(imei))
    .slice(0, MOST_CALLED)
