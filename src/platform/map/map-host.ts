// One map on the page, whoever draws it: keeps the camera and the layers, so that another provider takes over in place.
import type { Bounds, Place } from '../../domain/geo/geo.ts'
import {
  type Camera,
  DEFAULT_CAMERA,
  type Ground,
  type MapAdapter,
  MapError,
  type MapEvents,
  type MapFault,
  type MapLayer,
  type MapProvider,
  type MapSettings,
  type OpenMap,
} from './map-port.ts'

export interface MapHostOptions {
  settings: MapSettings
  provider: MapProvider
  camera?: Camera
  ground: Ground
  dark: boolean
  language: string
  events: MapEvents
  openerOf(provider: MapProvider): Promise<OpenMap>
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
  look(camera: Partial<Camera>, options?: { animate?: boolean }): void
  fit(bounds: Bounds, options?: { paddingPixels?: number; mostZoom?: number; animate?: boolean }): void
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

/** Opens the provider in an element of its own inside `container`; what is asked before it is there is done then. */
export function createMapHost(container: HTMLElement, options: MapHostOptions): MapHost {
  const layers = new Map<string, MapLayer>()
  let { ground, dark } = options
  let camera = options.camera ?? DEFAULT_CAMERA
  let wantedFit: Parameters<MapHost['fit']> | undefined
  let adapter: MapAdapter | undefined
  let element: HTMLElement | undefined
  let attempt = new AbortController()
  let state: MapState = { is: 'opening', provider: options.provider }

  const tell = (next: MapState) => {
    state = next
    options.changed(next)
  }
  const close = () => {
    attempt.abort()
    if (adapter) camera = adapter.camera()
    adapter?.destroy()
    element?.remove()
    adapter = element = undefined
  }
  const open = async (provider: MapProvider) => {
    close()
    const mine = new AbortController()
    attempt = mine
    tell({ is: 'opening', provider })
    const place = document.createElement('div')
    place.style.cssText = 'position:absolute;inset:0'
    container.append(place)
    element = place
    try {
      const opener = await options.openerOf(provider)
      mine.signal.throwIfAborted()
      const { settings, language, events } = options
      const opened = await opener(place, {
        camera,
        ground,
        dark,
        language,
        settings,
        events,
        signal: mine.signal,
      })
      if (mine.signal.aborted) {
        opened.destroy()
        return
      }
      adapter = opened
      for (const [id, layer] of layers) opened.put(id, layer)
      if (wantedFit) opened.fit(...wantedFit)
      wantedFit = undefined
      tell({ is: 'open', provider })
    } catch (error) {
      if (mine.signal.aborted) return
      place.remove()
      tell({ is: 'failed', provider, fault: error instanceof MapError ? error.fault : 'load' })
    }
  }
  void open(options.provider)

  return {
    state: () => state,
    camera: () => adapter?.camera() ?? camera,
    bounds: () => adapter?.bounds(),
    look: (next, how) => {
      wantedFit = undefined
      if (adapter) adapter.look(next, how)
      else camera = { ...camera, ...next }
    },
    fit: (...wanted) => {
      if (adapter) adapter.fit(...wanted)
      else wantedFit = wanted
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
    switchTo: provider => void open(provider),
    resize: () => adapter?.resize(),
    destroy: close,
  }
}
