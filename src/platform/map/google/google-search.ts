// Google's own search: places of a name, those near the middle of the map first.
import type { Place } from '../../../domain/geo/geo.ts'
import { fromGcj, toGcj } from '../coordinates.ts'
import { zoomToFit } from '../glass/glass-adapter.ts'
import { type FoundPlace, MapError } from '../map-port.ts'
import type { GoogleApi } from './load-google.ts'

const MOST = 10
const NEAR_METRES = 50_000
const HOUSE_ZOOM = 17
/** Of the map on which a found place is shown. */
const VIEW_PIXELS = 480
const FIELDS = ['displayName', 'formattedAddress', 'location', 'viewport']

const REFUSED = /denied|not authorized|API key|PERMISSION/i

/** The zoom at which a place shows whole: a city farther off than a house. */
function zoomOf(viewport: google.maps.LatLngBounds | null | undefined): number {
  const box = viewport?.toJSON()
  if (!box) return HOUSE_ZOOM
  const zoom = zoomToFit(
    { longitude: box.west, latitude: box.north },
    { longitude: box.east, latitude: box.south },
    VIEW_PIXELS,
    VIEW_PIXELS,
  )
  return Math.max(3, Math.min(HOUSE_ZOOM, Math.floor(zoom)))
}

function found({
  displayName,
  formattedAddress,
  location,
  viewport,
}: google.maps.places.Place): FoundPlace[] {
  if (!displayName || !location) return []
  const at = fromGcj({ longitude: location.lng(), latitude: location.lat() })
  return [{ name: displayName, detail: formattedAddress ?? '', at, zoom: zoomOf(viewport) }]
}

/** Rejects with a `MapError`, or the signal's reason. */
export async function searchGoogle(
  api: GoogleApi,
  text: string,
  near: Place,
  language: string,
  signal: AbortSignal,
): Promise<FoundPlace[]> {
  signal.throwIfAborted()
  const { longitude, latitude } = toGcj(near)
  try {
    const { Place } = await api.places()
    const { places } = await Place.searchByText({
      textQuery: text,
      fields: FIELDS,
      language,
      locationBias: { center: { lng: longitude, lat: latitude }, radius: NEAR_METRES },
      maxResultCount: MOST,
    })
    signal.throwIfAborted()
    return places.flatMap(found)
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw new MapError(REFUSED.test(String(cause)) ? 'key' : 'load', { cause })
  }
}
