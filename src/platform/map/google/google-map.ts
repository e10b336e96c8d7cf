// Google's map below the glass.
import { toGcj } from '../coordinates.ts'
import { frameAt, type Pixel, toPixel } from '../glass/frame.ts'
import type { ProviderEvents, ProviderMap } from '../glass/provider-map.ts'
import { MapError, type OpenOptions } from '../map-port.ts'
import { withinLimits } from '../opening-limits.ts'
import { DARK_STYLE } from './dark-style.ts'
import { searchGoogle } from './google-search.ts'
import { type GoogleApi, onRefusal } from './load-google.ts'

const LEAST_ZOOM = 2
const MOST_ZOOM = 21

/** Opens it; rejects when it does not come to rest in time, or the key is refused meanwhile. */
export async function openGoogleMap(
  api: GoogleApi,
  ground: HTMLElement,
  events: ProviderEvents,
  { camera, dark, language, signal }: OpenOptions,
): Promise<ProviderMap> {
  const toLibrary = ({ longitude, latitude }: typeof camera.centre) => ({ lng: longitude, lat: latitude })
  const map = new api.maps.Map(ground, {
    center: toLibrary(toGcj(camera.centre)),
    zoom: Math.round(camera.zoom),
    minZoom: LEAST_ZOOM,
    maxZoom: MOST_ZOOM,
    // Pictures of roads: in China those are drawn in GCJ-02, as the glass is; satellite pictures are not.
    mapTypeId: 'roadmap',
    isFractionalZoomEnabled: false,
    disableDefaultUI: true,
    clickableIcons: false,
    keyboardShortcuts: true,
    gestureHandling: 'greedy',
    tilt: 0,
    heading: 0,
    styles: dark ? DARK_STYLE : null,
  })
  let open = false
  const stops: (() => void)[] = []
  const on = (name: string, listener: (event?: google.maps.MapMouseEvent) => void) => {
    const subscription = map.addListener(name, listener)
    stops.push(() => subscription.remove())
  }
  const destroy = () => {
    for (const stop of stops) stop()
    // Google has no way to take a map off; without its element and listeners nothing holds it.
    ground.replaceChildren()
  }
  const shown = new Promise<void>((resolve, reject) => {
    on('idle', () => resolve())
    const refused = () => {
      reject(new MapError('key'))
      if (open) events.failed('key')
    }
    stops.push(onRefusal(refused))
  })
  try {
    await withinLimits(shown, signal)
  } catch (error) {
    destroy()
    throw error
  }
  open = true

  const centre = () => {
    const { lng = 0, lat = 0 } = map.getCenter()?.toJSON() ?? {}
    return { longitude: lng, latitude: lat }
  }
  const zoom = () => map.getZoom() ?? LEAST_ZOOM
  const frame = (width: number, height: number) => frameAt(centre(), zoom(), width, height)
  const pixelOf = (event?: google.maps.MapMouseEvent): Pixel | undefined => {
    const place = event?.latLng?.toJSON()
    const here = { longitude: place?.lng ?? 0, latitude: place?.lat ?? 0 }
    return place && toPixel(frame(ground.clientWidth, ground.clientHeight), here)
  }
  const pointed = (tell: (pixel: Pixel) => void) => (event?: google.maps.MapMouseEvent) => {
    const pixel = pixelOf(event)
    if (pixel) tell(pixel)
  }
  on('bounds_changed', events.changed)
  on('idle', events.rested)
  on('dragstart', events.grabbed)
  on('click', pointed(events.clicked))
  on('mousemove', pointed(events.hovered))

  return {
    centre,
    zoom,
    frame,
    leastZoom: LEAST_ZOOM,
    mostZoom: MOST_ZOOM,
    wholeZooms: true,
    move: (to, nextZoom, animate) => {
      if (animate && nextZoom === zoom()) map.panTo(toLibrary(to))
      else map.moveCamera({ center: toLibrary(to), zoom: nextZoom })
    },
    setDark: next => map.setOptions({ styles: next ? DARK_STYLE : null }),
    search: (text, near, searching) => searchGoogle(api, text, near, language, searching),
    // It watches the size of its element by itself.
    resize: () => {},
    destroy,
  }
}
