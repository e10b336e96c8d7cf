// What the addresses of live video say: whose picture, and whether the wall has a window of its own.
import { IMEI, ROW_ID } from '../../domain/limits.ts'

export interface VideoSearch {
  /** Id of a camera. */
  camera?: number | undefined
  /** The device whose camera it is. */
  imei?: string | undefined
}

/** Reads the search part of the address of one picture; what does not fit is dropped. */
export function readVideoSearch(raw: Readonly<Record<string, unknown>>): VideoSearch {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const [camera, imei] = [text(raw.camera), text(raw.imei)]
  return {
    ...(ROW_ID.test(camera) && { camera: Number(camera) }),
    ...(IMEI.test(imei) && { imei }),
  }
}

/** What the address of a wall in a window of its own says. */
export const OWN_WINDOW = 'own'
export const isOwnWindow = ({ screen }: Readonly<Record<string, unknown>>): boolean => screen === OWN_WINDOW
