// Where the person is: asked of the browser, shown with how exactly that is known.
import { placeAt } from '../../domain/geo/geo.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapLayer } from '../../platform/map/map-port.ts'
import type { Layers } from './lay-layers.ts'
import type { MapColours } from './map-colours.ts'

/** `missing`: the browser cannot. `insecure`: it may not on plain HTTP. */
export type OwnPlaceFault = 'missing' | 'insecure' | 'refused' | 'unknown' | 'late'

const WAIT_MS = 15_000
/** Known so lately that asking again tells nothing new. */
const FRESH_MS = 30_000
const MOST_ZOOM = 17

export interface OwnPlace {
  longitude: number
  latitude: number
  /** 95 % within so far. */
  accuracyMetres: number
}

/** Asks the browser once. Rejects with an `OwnPlaceError`. */
export function askOwnPlace(
  geolocation: Geolocation | undefined = navigator.geolocation,
  secure: boolean = isSecureContext,
): Promise<OwnPlace> {
  if (!geolocation) return Promise.reject(new OwnPlaceError('missing'))
  if (!secure) return Promise.reject(new OwnPlaceError('insecure'))
  return new Promise((resolve, reject) => {
    geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) =>
        resolve({ longitude, latitude, accuracyMetres: accuracy }),
      ({ code }) => reject(new OwnPlaceError(code === 1 ? 'refused' : code === 3 ? 'late' : 'unknown')),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: FRESH_MS },
    )
  })
}

export class OwnPlaceError extends Error {
  readonly fault: OwnPlaceFault
  constructor(fault: OwnPlaceFault) {
    super(`The own place is not known: ${fault}`)
    this.name = 'OwnPlaceError'
    this.fault = fault
  }
}

/** The circle of accuracy with a mark in its middle. */
export function ownPlaceLayers(own: OwnPlace, colours: MapColours, label: string): Layers {
  const circle: MapLayer = {
    kind: 'shapes',
    shapes: [
      {
        id: 'accuracy',
        form: { circle: own, radiusMetres: Math.max(1, own.accuracyMetres) },
        colour: colours.accent,
        fillOpacity: 0.14,
      },
    ],
  }
  const mark: MapLayer = {
    kind: 'markers',
    markers: [
      {
        id: 'own',
        at: own,
        look: { shape: 'filled', colour: colours.accent },
        label,
        size: 16,
        selected: true,
      },
    ],
  }
  return { 'map:accuracy': circle, 'map:own': mark }
}

/** Moves the map there, as near as the accuracy allows. */
export function lookAtOwnPlace(host: MapHost, own: OwnPlace): void {
  const radius = Math.max(60, own.accuracyMetres) * 1.2
  const [upper, lower] = [placeAt(own, radius, radius), placeAt(own, -radius, -radius)]
  host.fit(
    { west: lower.longitude, south: lower.latitude, east: upper.longitude, north: upper.latitude },
    { mostZoom: MOST_ZOOM, animate: true },
  )
}
