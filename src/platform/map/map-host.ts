// One map on the page, whoever draws it: keeps the camera and the layers, so that another provider takes over in place.
import type { Bounds, Place } from '../../domain/geo/geo.ts'
import {
  type Camera,
  DEFAULT_CAMERA,
  type FitOptions,
  type Ground,
  type LookOptions,
  type MapAdapter,
  MapError,
  type MapEvents,
  type MapFault,
  type MapLayer,
  type MapProvider,
  type MapSettings,
  type OpenMap,
  type Sides,
} from './map-port.ts'
import { withinLimits } from './opening-limits.ts'

export interface MapHostOptions {
  settings: MapSettings
  provider: MapProvider
  camera?: Camera
  ground: Ground
  dark: boolean
  language: string
  events: MapEvents
  openerOf(provider: MapProvider): Promise<OpenMap>
  /** What of the container lies under panels at this moment. */
  covered?(): Sides | undefined
  /** Told of every change of what it is. */
  changed(state: MapState): void
}

export type MapState =
  | { is: 'opening'; provider: MapProvider }
  | { is: 'open'; provider: MapProvider }
  | { is: 'failed'; provider: MapProvider; fault: MapFault }

export interface MapHost {
  state(): MapState
  camera(): Camera
  bounds(): Bounds | undefined
  /** A centre is put in the middle of what no panel covers; so is what is fitted. */
  look(camera: Partial<Camera>, options?: Omit<LookOptions, 'covered'>): void
  fit(bounds: Bounds, options?: Omit<FitOptions, 'covered'>): void
  /** Brings a place into sight; where it is seen already nothing moves. */
  reveal(at: Place): void
  put(id: string, layer: MapLayer): void
  take(id: string): void
  setGround(ground: Ground, dark: boolean): void
  project(at: Place): { x: number; y: number } | undefined
  unproject(pixel: { x: number; y: number }): Place | undefined
  /** What draws now; undefined while it opens or when it failed. */
  adapter(): MapAdapter | undefined
  /** Another provider in the same place, or the same one again after it failed. */
  switchTo(provider: MapProvider): void
  resize(): void
  destroy(): void
}

/** Faults after which a map that was open shows nothing any more; missing tiles leave the layers. */
const FATAL: ReadonlySet<MapFault> = new Set(['webgl', 'load', 'timeout', 'key'])

/** The program of a map is the largest of the console: a slow network may take its time for it. */
const PROGRAM_TIMEOUT_MS = 30_000

/** A place so near to an edge is not seen as what it is. */
const EDGE_PIXELS = 24

function isFree(
  { clientWidth, clientHeight }: HTMLElement,
  { x, y }: { x: number; y: number },
  covered?: Sides,
) {
  const { top, right, bottom, left } = covered ?? { top: 0, right: 0, bottom: 0, left: 0 }
  return (
    x >= left + EDGE_PIXELS &&
    x <= clientWidth - right - EDGE_PIXELS &&
    y >= top + EDGE_PIXELS &&
    y <= clientHeight - bottom - EDGE_PIXELS
  )
}

/** Opens the provider in an element of its own inside `container`; what is asked before it is there is done then. */
export function createMapHost(container: HTMLElement, options: MapHostOptions): MapHost {
  const layers = new Map<string, MapLayer>()
  let { ground, dark } = options
  let camera = options.camera ?? DEFAULT_CAMERA
  /** What moves the camera once there is a map, in its order: a box can be fitted only by whoever knows its size. */
  let waiting: ((opened: MapAdapter) => void)[] = []
  let adapter: MapAdapter | undefined
  let element: HTMLElement | undefined
  let attempt = new AbortController()
  let state: MapState = { is: 'opening', provider: options.provider }
  let destroyed = false

  const tell = (next: MapState) => {
    state = next
    options.changed(next)
  }
  const close = () => {
    attempt.abort()
    const closing = adapter
    adapter = undefined
    try {
      if (closing) camera = closing.camera()
    } finally {
      closing?.destroy()
      element?.remove()
      element = undefined
    }
  }
  const fail = (provider: MapProvider, fault: MapFault) => {
    close()
    tell({ is: 'failed', provider, fault })
  }
  /** Events of this attempt alone: a map that was left tells nothing any more. */
  const eventsOf = (provider: MapProvider, { signal }: AbortController): MapEvents => {
    const { events } = options
    const still = () => !signal.aborted
    return {
      moved: (...camera) => still() && events.moved?.(...camera),
      grabbed: () => still() && events.grabbed?.(),
      picked: pick => still() && events.picked?.(pick),
      pointed: at => still() && events.pointed?.(at),
      hovered: at => still() && events.hovered?.(at),
      dragged: drag => still() && events.dragged?.(drag),
      loading: busy => still() && events.loading?.(busy),
      mended: () => still() && events.mended?.(),
      failed: fault => {
        if (!still()) return
        events.failed?.(fault)
        // Before it is open, its opening says so.
        if (adapter && FATAL.has(fault)) fail(provider, fault)
      },
    }
  }
  /** Brings a map that has just opened to what was asked while it did. */
  const catchUp = (opened: MapAdapter, given: { ground: Ground; dark: boolean }) => {
    if (given.ground !== ground || given.dark !== dark) opened.setGround(ground, dark)
    for (const [id, layer] of layers) opened.put(id, layer)
    for (const order of waiting) order(opened)
    waiting = []
  }
  const open = async (provider: MapProvider) => {
    close()
    const mine = new AbortController()
    attempt = mine
    const place = document.createElement('div')
    place.style.cssText = 'position:absolute;inset:0'
    container.append(place)
    element = place
    tell({ is: 'opening', provider })
    let opened: MapAdapter | undefined
    try {
      const opener = await withinLimits(options.openerOf(provider), mine.signal, PROGRAM_TIMEOUT_MS)
      mine.signal.throwIfAborted()
      const { settings, language } = options
      const given = { ground, dark }
      const events = eventsOf(provider, mine)
      opened = await opener(place, { camera, ...given, language, settings, events, signal: mine.signal })
      mine.signal.throwIfAborted()
      catchUp(opened, given)
      adapter = opened
      tell({ is: 'open', provider })
    } catch (error) {
      // Whoever turned away has cleared up, but for a map that came too late to hear of it.
      opened?.destroy()
      if (mine.signal.aborted) return
      fail(provider, error instanceof MapError ? error.fault : 'load')
    }
  }
  void open(options.provider)
  /** Only a place is put beside the panels: whoever zooms stays where they are. */
  const lookAt = (opened: MapAdapter, next: Partial<Camera>, how?: LookOptions) =>
    opened.look(next, next.centre ? { ...how, covered: options.covered?.() } : how)

  return {
    state: () => state,
    camera: () => adapter?.camera() ?? camera,
    bounds: () => adapter?.bounds(),
    look: (next, how) => {
      if (adapter) return lookAt(adapter, next, how)
      camera = { ...camera, ...next }
      // A whole camera makes what was wanted before it needless.
      if (next.centre && next.zoom !== undefined) waiting = []
      waiting.push(opened => lookAt(opened, next))
    },
    fit: (bounds, how) => {
      if (adapter) return adapter.fit(bounds, { ...how, covered: options.covered?.() })
      waiting = [opened => opened.fit(bounds, { ...how, animate: false, covered: options.covered?.() })]
    },
    reveal: at => {
      const pixel = adapter?.project(at)
      if (!adapter || !pixel || isFree(container, pixel, options.covered?.())) return
      lookAt(adapter, { centre: at }, { animate: true })
    },
    put: (id, layer) => {
      layers.set(id, layer)
      adapter?.put(id, layer)
    },
    take: id => {
      if (layers.delete(id)) adapter?.take(id)
    },
    setGround: (nextGround, nextDark) => {
      ;[ground, dark] = [nextGround, nextDark]
      adapter?.setGround(ground, dark)
    },
    project: at => adapter?.project(at),
    unproject: pixel => adapter?.unproject(pixel),
    adapter: () => adapter,
    switchTo: provider => {
      if (destroyed || (state.provider === provider && state.is !== 'failed')) return
      void open(provider)
    },
    resize: () => adapter?.resize(),
    destroy: () => {
      destroyed = true
      close()
    },
  }
}
