// The port over a provider's map with the glass on it: camera, pointers, layers; the same for every provider.
import type { Bounds, Place } from '../../../domain/geo/geo.ts'
import { toGcj } from '../coordinates.ts'
import type { Camera, MapAdapter, OpenOptions, Sides } from '../map-port.ts'
import { type Frame, frameAt, fromPixel, toPixel, worldX, worldY } from './frame.ts'
import { layGlass } from './glass.ts'
import { placeFromMap } from './map-places.ts'
import { listenToGround } from './pointing.ts'
import type { ProviderEvents, ProviderMap } from './provider-map.ts'

const PADDING = 40
const FIT_ZOOM = 19

/** Opens a provider's map in the element that it is given, and tells what happens on it. */
export type OpenProvider = (ground: HTMLElement, events: ProviderEvents) => Promise<ProviderMap>

/** Degrees and zooms that are the same camera: providers round what they are told. */
const SAME_DEGREES = 2e-6
const SAME_ZOOM = 0.01

function boundsIn(frame: Frame): Bounds {
  const northWest = placeFromMap(fromPixel(frame, { x: 0, y: 0 }))
  const southEast = placeFromMap(fromPixel(frame, { x: frame.width, y: frame.height }))
  const whole = frame.width >= frame.scale
  return {
    west: whole ? -180 : northWest.longitude,
    east: whole ? 180 : southEast.longitude,
    north: northWest.latitude,
    south: southEast.latitude,
  }
}

/** Where the map looks so that a place lies in the middle of what no panel covers. */
function centreFor(place: Place, zoom: number, covered: Sides | undefined): Place {
  if (!covered) return place
  const { top, right, bottom, left } = covered
  const frame = frameAt(toGcj(place), zoom, 0, 0)
  return placeFromMap(fromPixel(frame, { x: (right - left) / 2, y: (bottom - top) / 2 }))
}

/** The nearest zoom at which a box fits into so many pixels. */
export function zoomToFit(west: Place, east: Place, width: number, height: number): number {
  const wide = (((worldX(east.longitude) - worldX(west.longitude)) % 1) + 1) % 1
  const high = Math.abs(worldY(east.latitude) - worldY(west.latitude))
  return Math.log2(Math.min(width / 256 / (wide || 1e-12), height / 256 / (high || 1e-12)))
}

export async function openOnGlass(
  element: HTMLElement,
  options: OpenOptions,
  open: OpenProvider,
): Promise<MapAdapter> {
  const { events, settings, signal } = options
  const ground = document.createElement('div')
  ground.style.cssText = 'position:absolute;inset:0;direction:ltr'
  element.append(ground)
  let map: ProviderMap | undefined
  const size = () => [element.clientWidth, element.clientHeight] as const
  const frame = (): Frame => map?.frame(...size()) ?? { width: 0, height: 0, scale: 256, left: 0, top: 0 }

  const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
  /** What it was told last, to be answered to the letter while the map still is there. */
  let reported: Camera | undefined
  const move = (camera: Camera, animate = false, covered?: Sides) => {
    if (!map) return
    const possible = Math.max(map.leastZoom, Math.min(map.mostZoom, camera.zoom))
    const zoom = map.wholeZooms ? Math.round(possible) : possible
    reported = { centre: centreFor(camera.centre, zoom, covered), zoom }
    map.move(toGcj(reported.centre), reported.zoom, animate && !still())
  }
  const camera = (): Camera => {
    if (!map) return options.camera
    const [centre, zoom] = [map.centre(), map.zoom()]
    const there = reported && toGcj(reported.centre)
    if (
      reported &&
      there &&
      Math.abs(there.longitude - centre.longitude) < SAME_DEGREES &&
      Math.abs(there.latitude - centre.latitude) < SAME_DEGREES &&
      Math.abs(reported.zoom - zoom) < SAME_ZOOM
    )
      return reported
    return { centre: placeFromMap(centre), zoom }
  }
  const glass = layGlass({
    events,
    dark: options.dark,
    language: options.language,
    frame,
    authorization: settings.authorization,
    zoomTo: (pixel, zoom) => {
      if (!map || map.zoom() >= map.mostZoom) return false
      const nearer = Math.max(map.zoom() + 1, Math.min(zoom, map.mostZoom))
      move({ centre: placeFromMap(fromPixel(frame(), pixel)), zoom: nearer }, true)
      return true
    },
  })
  element.append(glass.element)
  const pointing = listenToGround({ ground, glass, events, frame })
  const clear = () => {
    pointing.stop()
    map?.destroy()
    map = undefined
    glass.destroy()
    ground.remove()
  }
  try {
    map = await open(ground, {
      changed: glass.drawAll,
      rested: () => map && events.moved?.(camera(), boundsIn(frame())),
      grabbed: () => events.grabbed?.(),
      clicked: pointing.clicked,
      hovered: pointing.hovered,
      failed: fault => events.failed?.(fault),
    })
    signal.throwIfAborted()
  } catch (error) {
    clear()
    throw error
  }
  move(options.camera)
  const { search } = map

  return {
    camera,
    bounds: () => boundsIn(frame()),
    look: (next, how) => move({ ...camera(), ...next }, how?.animate, how?.covered),
    fit: (bounds, how) => {
      const padding = how?.paddingPixels ?? PADDING
      const { top, right, bottom, left } = how?.covered ?? { top: 0, right: 0, bottom: 0, left: 0 }
      const [wide, high] = size()
      const width = Math.max(32, wide - left - right - 2 * padding)
      const height = Math.max(32, high - top - bottom - 2 * padding)
      const north = toGcj({ longitude: bounds.west, latitude: bounds.north })
      const south = toGcj({ longitude: bounds.east, latitude: bounds.south })
      const fits = Math.min(how?.mostZoom ?? FIT_ZOOM, zoomToFit(north, south, width, height))
      const zoom = map?.wholeZooms ? Math.floor(fits) : fits
      move({ centre: middleOf(bounds), zoom }, how?.animate, how?.covered)
    },
    put: glass.put,
    take: glass.take,
    setGround: (_ground, dark) => {
      map?.setDark(dark)
      glass.setDark(dark)
    },
    project: at => toPixel(frame(), toGcj(at)),
    unproject: pixel => placeFromMap(fromPixel(frame(), pixel)),
    ...(search && { search }),
    resize: () => {
      map?.resize()
      glass.drawAll()
    },
    destroy: clear,
  }
}

/** The middle of what is seen of a box, which Mercator's stretching puts off the mean of its latitudes. */
function middleOf({ west, east, north, south }: Bounds): Place {
  const wide = (((east - west) % 360) + 360) % 360
  const y = (worldY(north) + worldY(south)) / 2
  const frame: Frame = { width: 0, height: 0, scale: 1, left: 0, top: y }
  return {
    longitude: placeFromMap({ longitude: west + wide / 2, latitude: 0 }).longitude,
    latitude: fromPixel(frame, { x: 0, y: 0 }).latitude,
  }
}
