// A map with its layers as a component: opens the provider, lays what the caller gives, tells what is done on it.
import { useLingui } from '@lingui/react/macro'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createMapHost, type MapHost, type MapState } from '../../platform/map/map-host.ts'
import type { Camera, Ground, MapEvents, MapLayer, MapProvider } from '../../platform/map/map-port.ts'
import { openerOf } from '../../platform/map/providers.ts'
import { useIntlLocale } from '../../ui/locale.ts'
import { mapSettingsOptions, OWN_MAP } from './map-settings.ts'
import css from './map-view.module.css'

export interface MapViewProps {
  /** What a screen reader calls it. */
  label: string
  /** By id, the lowest first; another object is laid anew, the same one is left. Undefined ones are taken away. */
  layers: Readonly<Record<string, MapLayer | undefined>>
  events?: MapEvents
  /** Where it opens; later changes do nothing: use the host. */
  camera?: Camera
  /** The host, once: to move the camera. Undefined when it goes. */
  onHost?: (host: MapHost | undefined) => void
  /** `full`: providers, grounds, city, search, own place, full screen; `small`: zoom and full screen. */
  controls?: 'full' | 'small'
  /** A drawing of a building in metres around 0, 0: no providers, no ground, no search. */
  indoor?: boolean
  /** Panels over the map; they place themselves. */
  children?: ReactNode
}

export function MapView(props: MapViewProps) {
  const { i18n } = useLingui()
  const settings = useQuery(mapSettingsOptions())
  // Answered or refused: offline the console's own map must not wait.
  if (settings.isPending && settings.fetchStatus !== 'paused') return <div className={css.frame} aria-busy />
  return <OpenMap key={i18n.locale} {...props} settings={settings.data ?? OWN_MAP} />
}

function OpenMap({
  label,
  layers,
  events,
  camera,
  onHost,
  indoor = false,
  settings,
  children,
}: MapViewProps & { settings: typeof OWN_MAP }) {
  const language = useIntlLocale()
  const dark = useComputedColorScheme('dark') === 'dark'
  const element = useRef<HTMLDivElement>(null)
  const [host, setHost] = useState<MapHost>()
  const [state, setState] = useState<MapState>()
  const provider: MapProvider = 'maplibre'
  const ground: Ground = indoor ? 'grid' : settings.street ? 'street' : settings.raster ? 'raster' : 'offline'
  const latest = useRef({ events, onHost })
  latest.current = { events, onHost }

  const start = useRef({ camera, dark, ground })
  useEffect(() => {
    const container = element.current
    if (!container) return
    const made = createMapHost(container, {
      ...start.current,
      ...(start.current.camera && { camera: start.current.camera }),
      settings,
      provider,
      language,
      openerOf,
      changed: setState,
      events: forwarded(() => latest.current.events),
    } as Parameters<typeof createMapHost>[1])
    setHost(made)
    latest.current.onHost?.(made)
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(container)
    return () => {
      watch.disconnect()
      latest.current.onHost?.(undefined)
      made.destroy()
    }
  }, [settings, language])

  useEffect(() => host?.setGround(ground, dark), [host, ground, dark])
  const laid = useRef(new Map<string, MapLayer>())
  useEffect(() => {
    if (!host) return
    laid.current = new Map()
  }, [host])
  useEffect(() => {
    if (!host) return
    for (const [id, layer] of Object.entries(layers)) {
      if (layer === laid.current.get(id)) continue
      if (layer) {
        host.put(id, layer)
        laid.current.set(id, layer)
      } else {
        host.take(id)
        laid.current.delete(id)
      }
    }
    for (const id of [...laid.current.keys()])
      if (!(id in layers)) {
        host.take(id)
        laid.current.delete(id)
      }
  }, [host, layers])

  return (
    <section className={css.frame} aria-label={label} data-state={state?.is}>
      <div ref={element} className={css.map} />
      {children}
    </section>
  )
}

/** Events as they are now, whichever the map was opened with. */
function forwarded(now: () => MapEvents | undefined): MapEvents {
  return {
    moved: (...told) => now()?.moved?.(...told),
    grabbed: () => now()?.grabbed?.(),
    picked: pick => now()?.picked?.(pick),
    pointed: at => now()?.pointed?.(at),
    hovered: at => now()?.hovered?.(at),
    dragged: drag => now()?.dragged?.(drag),
    failed: fault => now()?.failed?.(fault),
  }
}
