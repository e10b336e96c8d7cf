// Opens a map in an element and keeps it with what the page says now: provider, ground, skin, layers, listeners.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { coveredSides } from '../../platform/map/free-part.ts'
import { createMapHost, type MapHost, type MapState } from '../../platform/map/map-host.ts'
import type {
  Camera,
  Ground,
  MapEvents,
  MapFault,
  MapProvider,
  MapSettings,
} from '../../platform/map/map-port.ts'
import { openerOf } from '../../platform/map/providers.ts'
import { type Layers, layingOn } from './lay-layers.ts'
import type { MapWatch } from './map-watch.ts'

export interface MapHostWishes {
  settings: MapSettings
  provider: MapProvider
  ground: Ground
  dark: boolean
  /** BCP 47. */
  language: string
  /** Where it opens first; a map that is opened anew begins where the one before it stood. */
  camera: Camera | undefined
  layers: Layers
  events: MapEvents | undefined
  onHost: ((host: MapHost | undefined) => void) | undefined
  watch: MapWatch
  onFault: (fault: MapFault) => void
  onMended: () => void
  /** The ground is on its way, or stands. */
  onLoading: (busy: boolean) => void
}

/** Layers whose names begin so are the map's own; the page hears nothing of them. */
export const OWN_LAYER = 'map:'

/** The map in the element, and how it is with it. */
export function useMapHost(
  element: RefObject<HTMLElement | null>,
  wishes: MapHostWishes,
): { host: MapHost | undefined; state: MapState | undefined } {
  const { settings, provider, ground, dark, language, layers } = wishes
  const [opened, setOpened] = useState<{ host: MapHost; lay: (wanted: Layers) => void }>()
  const [state, setState] = useState<MapState>()
  const latest = useRef(wishes)
  useEffect(() => {
    latest.current = wishes
  })
  const stood = useRef<Camera>(undefined)

  useEffect(() => {
    const container = element.current
    if (!container) return
    const now = latest.current
    const camera = stood.current ?? now.camera
    const host = createMapHost(container, {
      settings,
      language,
      provider: now.provider,
      ground: now.ground,
      dark: now.dark,
      ...(camera && { camera }),
      openerOf,
      covered: () => coveredSides(container.getBoundingClientRect(), panelsOver(container)),
      changed: setState,
      events: forwarded(() => latest.current),
    })
    setOpened({ host, lay: layingOn(host) })
    latest.current.onHost?.(host)
    const size = new ResizeObserver(() => host.resize())
    size.observe(container)
    return () => {
      size.disconnect()
      stood.current = host.camera()
      latest.current.onHost?.(undefined)
      host.destroy()
    }
  }, [element, settings, language])

  useEffect(() => {
    if (opened && opened.host.state().provider !== provider) opened.host.switchTo(provider)
  }, [opened, provider])
  useEffect(() => opened?.host.setGround(ground, dark), [opened, ground, dark])
  useEffect(() => opened?.lay(layers), [opened, layers])
  return { host: opened?.host, state }
}

/** What lies over a map and says so by `data-covers`. */
function panelsOver(container: HTMLElement): DOMRect[] {
  const panels = container.parentElement?.querySelectorAll('[data-covers]') ?? []
  return [...panels].map(panel => panel.getBoundingClientRect())
}

/** Events to whoever listens at that moment, whichever the map was opened with. */
function forwarded(now: () => MapHostWishes): MapEvents {
  return {
    moved: (camera, bounds) => {
      now().watch.tell(camera)
      now().events?.moved?.(camera, bounds)
    },
    grabbed: () => now().events?.grabbed?.(),
    picked: pick => {
      if (!pick.layer.startsWith(OWN_LAYER)) now().events?.picked?.(pick)
    },
    pointed: at => now().events?.pointed?.(at),
    hovered: at => now().events?.hovered?.(at),
    dragged: drag => {
      if (!drag.layer.startsWith(OWN_LAYER)) now().events?.dragged?.(drag)
    },
    failed: fault => {
      now().onFault(fault)
      now().events?.failed?.(fault)
    },
    mended: () => now().onMended(),
    loading: busy => now().onLoading(busy),
  }
}
