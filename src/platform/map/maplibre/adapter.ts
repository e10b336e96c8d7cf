// The port over the library's map: camera, layers in their order, ground.
import type { Map as LibraryMap } from 'maplibre-gl'
import type { Ground, MapAdapter, MapLayer, OpenOptions, Sides } from '../map-port.ts'
import {
  fromLibraryZoom,
  nearestLongitude,
  toBounds,
  toCorners,
  toLibraryZoom,
  toPlace,
  toPosition,
} from './camera.ts'
import { createGround } from './ground.ts'
import { layHeat } from './heat-layer.ts'
import type { LaidLayer, LayerGround } from './laid-layer.ts'
import { layLines } from './line-layer.ts'
import { layFoot } from './map-foot.ts'
import { layMarkers } from './marker-layer.ts'
import { layPicture } from './picture-layer.ts'
import { layPoints } from './point-layer.ts'
import { listen } from './pointing.ts'
import { layShapes } from './shape-layer.ts'

const PADDING = 40
const FIT_ZOOM = 19
const MOTION_MS = 300
/** Names of areas make way for what moves so often at most. */
const MAKE_WAY_MS = 400

const NOTHING: Sides = { top: 0, right: 0, bottom: 0, left: 0 }

/** A small map has less room for a margin; the library does nothing where it does not fit. */
function paddingFor(map: LibraryMap, wanted: number, { top, right, bottom, left }: Sides): Sides {
  const { clientWidth, clientHeight } = map.getContainer()
  const most = Math.min(wanted, (clientWidth - left - right) / 4, (clientHeight - top - bottom) / 4)
  return { top: top + most, right: right + most, bottom: bottom + most, left: left + most }
}

/** How far beside the middle of the map the middle of what is free lies. */
const offsetOf = ({ top, right, bottom, left }: Sides): [number, number] => [
  (left - right) / 2,
  (top - bottom) / 2,
]

/** Lays a layer of any kind; what it answers takes only the same kind again. */
function lay(ground: LayerGround, id: string, layer: MapLayer, before: string | undefined): LaidLayer {
  const hold = <Layer extends MapLayer>(
    laid: LaidLayer<Layer>,
    is: (other: MapLayer) => other is Layer,
  ): LaidLayer => ({
    ...laid,
    update: other => {
      if (is(other)) laid.update(other)
    },
  })
  switch (layer.kind) {
    case 'shapes':
      return hold(layShapes(ground, id, layer, before), other => other.kind === 'shapes')
    case 'lines':
      return hold(layLines(ground, id, layer, before), other => other.kind === 'lines')
    case 'markers':
      return hold(layMarkers(ground, id, layer), other => other.kind === 'markers')
    case 'heat':
      return hold(layHeat(ground, id, layer, before), other => other.kind === 'heat')
    case 'picture':
      return hold(layPicture(ground, id, layer, before), other => other.kind === 'picture')
    case 'points':
      return hold(layPoints(ground, id, layer, before), other => other.kind === 'points')
  }
}

export async function createAdapter(map: LibraryMap, options: OpenOptions): Promise<MapAdapter> {
  const { events, settings, language } = options
  let { dark } = options
  let order: string[] = []
  /** As they were given: to lay them anew when the graphics card was lost. */
  const given = new Map<string, MapLayer>()
  const laid = new Map<string, LaidLayer>()
  const layers: LayerGround = {
    map,
    events,
    language,
    dark: () => dark,
    authorization: settings.authorization,
  }

  /** The lowest style layer of what lies above the place in the order. */
  const above = (at: number): string | undefined => {
    for (const id of order.slice(at)) {
      const [lowest] = laid.get(id)?.styleIds ?? []
      if (lowest) return lowest
    }
    return undefined
  }
  const foot = layFoot(map, language)
  const ground = createGround(map, { settings, events, language, foot, above: () => above(0) })
  const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
  const motion = (animate = false) => ({ animate: animate && !still(), duration: MOTION_MS })
  const unlisten = listen(layers, () => order.flatMap(id => laid.get(id) ?? []))
  let makingWay: ReturnType<typeof setTimeout> | undefined
  const makeWay = () => {
    makingWay ??= setTimeout(() => {
      makingWay = undefined
      const boxes = [...laid.values()].flatMap(layer => layer.boxes?.() ?? [])
      if (boxes.length > 0) for (const layer of laid.values()) layer.avoid?.(boxes)
    }, MAKE_WAY_MS)
  }
  map.on('moveend', makeWay)
  map.on('idle', makeWay)
  const remove = (id: string) => {
    laid.get(id)?.remove()
    laid.delete(id)
  }
  const put = (id: string, layer: MapLayer) => {
    if (!order.includes(id)) order.push(id)
    given.set(id, layer)
    if (layer.kind === 'markers' || layer.kind === 'shapes') makeWay()
    const before = laid.get(id)
    if (before?.kind === layer.kind) {
      before.update(layer)
      return
    }
    remove(id)
    laid.set(id, lay(layers, id, layer, above(order.indexOf(id) + 1)))
  }
  const setGround = async (next: Ground) => {
    try {
      await ground.set(next, dark)
    } catch {
      events.failed?.('tiles')
    }
  }
  let groundNow = options.ground
  const restore = () => {
    for (const id of [...laid.keys()]) remove(id)
    ground.forget()
    void setGround(groundNow)
    for (const [id, layer] of given) put(id, layer)
  }
  // Tablets take it away from pages in the background.
  map.on('webglcontextrestored', () => void map.once('style.load', restore))
  await setGround(groundNow)

  return {
    camera: () => ({ centre: toPlace(map.getCenter()), zoom: fromLibraryZoom(map.getZoom()) }),
    bounds: () => toBounds(map.getBounds()),
    look: ({ centre, zoom }, how) => {
      map.easeTo({
        ...(centre && { center: toPosition(centre), offset: offsetOf(how?.covered ?? NOTHING) }),
        ...(zoom !== undefined && { zoom: toLibraryZoom(zoom) }),
        ...motion(how?.animate),
      })
    },
    fit: (bounds, how) => {
      map.fitBounds(toCorners(bounds), {
        padding: paddingFor(map, how?.paddingPixels ?? PADDING, how?.covered ?? NOTHING),
        maxZoom: toLibraryZoom(how?.mostZoom ?? FIT_ZOOM),
        linear: true,
        ...motion(how?.animate),
      })
    },
    put,
    take: id => {
      given.delete(id)
      remove(id)
      order = order.filter(other => other !== id)
    },
    setGround: (next, nextDark) => {
      const turned = dark !== nextDark
      dark = nextDark
      groundNow = next
      void setGround(next)
      if (turned) for (const layer of laid.values()) layer.recolour?.()
    },
    project: ({ longitude, latitude }) => {
      const { x, y } = map.project([nearestLongitude(longitude, map.getCenter().lng), latitude])
      return { x, y }
    },
    unproject: ({ x, y }) => toPlace(map.unproject([x, y])),
    resize: () => map.resize(),
    destroy: () => {
      unlisten()
      clearTimeout(makingWay)
      for (const id of [...laid.keys()]) remove(id)
      ground.destroy()
      foot.destroy()
      const canvas = map.getCanvas()
      map.remove()
      // Browsers keep few of them: given back at once, not when memory is next cleared.
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}
