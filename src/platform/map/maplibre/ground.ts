// Lays the ground under the layers and changes it while they stay.
import type { Map as LibraryMap, SourceSpecification } from 'maplibre-gl'
import { getConnection, subscribeConnection } from '../../connection.ts'
import type { Ground, MapEvents, MapSettings } from '../map-port.ts'
import { layGrid } from './grid-ground.ts'
import { groundColours } from './ground-colours.ts'
import { BACKGROUND, bareColour, GRID_ZOOM, groundLayers, SOURCES } from './ground-layers.ts'
import { EMPTY, removeAll, setGeoData } from './laid-layer.ts'
import { land } from './land.ts'
import type { MapFoot } from './map-foot.ts'
import { createMissingTiles } from './missing-tiles.ts'
import { placeNames } from './place-names.ts'

const WORLD_FROM = 'Natural Earth'
const NAMES_FROM = 'GeoNames'
/** The coasts are cut so far and drawn larger from there: two metres are the least step, the data know no more. */
const COAST_ZOOM = 12
/** What did not come although the server is reached is asked for again after so long, then ever more seldom. */
const FIRST_AGAIN_MS = 10_000
const SLOWEST_AGAIN_MS = 120_000
const OPERATORS = [SOURCES.street, SOURCES.raster]
/** What comes with the console. */
const OWN = {
  [SOURCES.land]: () => land('world'),
  [SOURCES.china]: () => land('china'),
  [SOURCES.places]: placeNames,
}

export interface GroundOptions {
  settings: MapSettings
  events: MapEvents
  language: string
  foot: MapFoot
  /** The lowest of the layers above. */
  above(): string | undefined
}

export interface LaidGround {
  set(ground: Ground, dark: boolean): Promise<void>
  /** What was laid is lost; the next one is laid whole. */
  forget(): void
  destroy(): void
}

/** An address as the library takes it: whole, with its braces. */
const whole = (url: string) => (url.startsWith('/') ? `${location.origin}${url}` : url)

async function sourcesOf(
  ground: Ground,
  settings: MapSettings,
): Promise<Record<string, SourceSpecification>> {
  const geo = (maxzoom = 18): SourceSpecification => ({ type: 'geojson', data: EMPTY, maxzoom })
  const shore = { [SOURCES.land]: geo(COAST_ZOOM), [SOURCES.china]: geo(COAST_ZOOM) }
  if (ground === 'grid') return { [SOURCES.grid]: geo(), [SOURCES.figures]: geo() }
  if (ground === 'raster' && settings.raster) {
    const { url, mostZoom } = settings.raster
    return {
      ...shore,
      [SOURCES.raster]: { type: 'raster', tiles: [whole(url)], tileSize: 256, maxzoom: mostZoom },
    }
  }
  const own = { ...shore, [SOURCES.grid]: geo(), [SOURCES.places]: geo() }
  if (ground === 'street' && settings.street) {
    const { url } = settings.street
    if (url.includes('{z}')) return { ...own, [SOURCES.street]: { type: 'vector', tiles: [whole(url)] } }
    const { streetTiles } = await import('./street-tiles.ts')
    return { ...own, [SOURCES.street]: { type: 'vector', url: streetTiles(url, settings.authorization) } }
  }
  return own
}

/** What is not configured is the console's own. */
function possible(ground: Ground, { street, raster }: MapSettings): Ground {
  return (ground === 'street' && !street) || (ground === 'raster' && !raster) ? 'offline' : ground
}

function attributionOf(ground: Ground, { street, raster }: MapSettings): string {
  if (ground === 'grid') return ''
  if (ground === 'street') return street?.attribution ?? ''
  if (ground === 'raster') return raster?.attribution ?? ''
  return `${WORLD_FROM} · ${NAMES_FROM}`
}

export function createGround(map: LibraryMap, options: GroundOptions): LaidGround {
  const { settings, events, language, foot, above } = options
  let now: Ground | undefined
  let turn = 0
  let reported = false
  let grid: { remove(): void } | undefined
  let darkNow = false
  /** What was laid last has been seen whole. */
  let stands = false
  let filling = 0
  /** Sources that do not come: nothing waits for them. */
  const gone = new Set<string>()
  const coasts = () => stands && !gone.has(SOURCES.land) && !gone.has(SOURCES.china)

  const missing = createMissingTiles(map, OPERATORS)
  let mending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_AGAIN_MS

  const failed = (source: string) => {
    gone.add(source)
    mending = false
    timer ??= setTimeout(() => getConnection().online && askAgain(false), wait)
    // A coast that does not come leaves the rest of the map; the person must know why it is empty.
    if (reported || !holes()) return
    reported = true
    events.failed?.('tiles')
  }
  const fill = async (source: keyof typeof OWN) => {
    filling++
    try {
      const loaded = await OWN[source]()
      if (map.getSource(source)) setGeoData(map, source, loaded)
    } catch {
      if (map.getSource(source)) failed(source)
    } finally {
      filling--
      map.triggerRepaint()
    }
  }
  const askAgain = (all: boolean) => {
    calm()
    wait = all ? FIRST_AGAIN_MS : Math.min(wait * 2, SLOWEST_AGAIN_MS)
    mending = holes()
    for (const id of OPERATORS) {
      gone.delete(id)
      if (map.getSource(id)) missing.askAgain(id, all)
    }
    for (const id of ownSources()) if (gone.delete(id)) void fill(id)
    map.triggerRepaint()
  }
  // Names are an extra: a console without them works.
  const holes = () => [...gone].some(id => id !== SOURCES.places)
  const ownSources = () => [SOURCES.land, SOURCES.china, SOURCES.places].filter(id => map.getSource(id))
  const calm = () => {
    clearTimeout(timer)
    timer = undefined
  }
  // Before the coasts are drawn all would look like open sea.
  const look = () => {
    const sources = Object.values(SOURCES).filter(id => map.getSource(id))
    const there = (id: string) => gone.has(id) || map.isSourceLoaded(id)
    if (!now || (stands && !mending) || filling > 0 || !sources.every(there)) return
    if (mending && !holes()) {
      mending = false
      reported = false
      wait = FIRST_AGAIN_MS
      events.mended?.()
    }
    if (stands) return
    stands = true
    if (map.getLayer(BACKGROUND))
      map.setPaintProperty(BACKGROUND, 'background-color', bareColour(now, groundColours(darkNow), coasts()))
    events.loading?.(false)
  }
  const replaceSources = async (ground: Ground, mine: number) => {
    const sources = await sourcesOf(ground, settings)
    if (mine !== turn) return false
    clear()
    for (const [id, source] of Object.entries(sources)) map.addSource(id, source)
    reported = false
    stands = false
    mending = false
    gone.clear()
    missing.forget()
    events.loading?.(true)
    for (const id of ownSources()) void fill(id)
    if (SOURCES.grid in sources)
      grid = layGrid(map, ground === 'grid' ? { from: 0, language } : { from: GRID_ZOOM })
    return true
  }
  const layersNow = () => map.getLayersOrder().filter(id => id.startsWith('ground:'))
  const clear = () => {
    grid?.remove()
    grid = undefined
    removeAll(map, layersNow(), Object.values(SOURCES))
  }
  const onError = (event: object) => {
    const source = missing.note(event)
    if (source !== undefined) failed(source)
  }
  // What could not be had without network is asked for again.
  const unsubscribe = subscribeConnection(() => {
    if (!getConnection().online) return
    reported = false
    askAgain(true)
  })
  map.on('error', onError)
  map.on('render', look)

  return {
    set: async (wanted, dark) => {
      const mine = ++turn
      const ground = possible(wanted, settings)
      if (ground !== now && !(await replaceSources(ground, mine))) return
      now = ground
      darkNow = dark
      removeAll(map, layersNow(), [])
      const before = above()
      const layers = groundLayers(ground, groundColours(dark), { language, stands: coasts() })
      for (const layer of layers) map.addLayer(layer, before)
      foot.attribute(attributionOf(ground, settings))
      foot.measures(ground !== 'grid')
    },
    forget: () => {
      now = undefined
    },
    destroy: () => {
      turn++
      calm()
      unsubscribe()
      grid?.remove()
      map.off('error', onError)
      map.off('render', look)
    },
  }
}
