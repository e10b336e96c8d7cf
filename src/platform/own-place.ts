// Where this phone or computer is, asked once.
import type { Place } from '../domain/geo/geo.ts'

export interface OwnPlace extends Place {
  accuracyMetres: number
}

/** `unsupported`: the browser cannot, or the page is not secure; `denied`: the person said no; `unknown`: no fix in time. */
export type OwnPlaceFault = 'unsupported' | 'denied' | 'unknown'

export class OwnPlaceError extends Error {
  readonly fault: OwnPlaceFault
  constructor(fault: OwnPlaceFault) {
    super(`The own place is not known: ${fault}`)
    this.name = 'OwnPlaceError'
    this.fault = fault
  }
}

const WAIT_MS = 15_000
const OLDEST_MS = 5_000

/** Asks for the place as exactly as the device can tell. Rejects with an `OwnPlaceError`. */
export function findOwnPlace(): Promise<OwnPlace> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator) || !isSecureContext) {
      reject(new OwnPlaceError('unsupported'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, accuracyMetres: accuracy }),
      ({ code, PERMISSION_DENIED }) =>
        reject(new OwnPlaceError(code === PERMISSION_DENIED ? 'denied' : 'unknown')),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: OLDEST_MS },
    )
  })
}
