// A map with its layers as a component: opens the provider, lays what the caller gives, tells what is done on it.
import { useLingui } from '@lingui/react/macro'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { Camera, MapEvents, MapFault, MapSettings } from '../../platform/map/map-port.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { useOnline } from '../surroundings.ts'
import { useChosenMap } from './chosen-map.ts'
import { KeptNote } from './kept-note.tsx'
import type { Layers } from './lay-layers.ts'
import { MapControls } from './map-controls.tsx'
import { MapFaultNote, TilesNote } from './map-fault.tsx'
import { mapSettingsOptions, OWN_MAP } from './map-settings.ts'
import css from './map-view.module.css'
import { createMapWatch } from './map-watch.ts'
import { useMapHost } from './use-map-host.ts'

export interface MapViewProps {
  /** What a screen reader calls it. */
  label: string
  /** By id, the lowest first; another object is laid anew, the same one is left. Undefined ones are taken away. */
  layers: Layers
  events?: MapEvents
  /** Where it opens; later changes do nothing: use the host. */
  camera?: Camera
  /** The host, once: to move the camera. Undefined when it goes. */
  onHost?: (host: MapHost | undefined) => void
  /** `full`: providers, grounds, city, search, own place, full screen; `small`: zoom and full screen; `none`: a wall. */
  controls?: 'full' | 'small' | 'none'
  /** A drawing of a building in metres around 0, 0: no providers, no ground, no search. */
  indoor?: boolean
  /** Name under which the place is remembered for this person's next visit; `camera` goes before it. */
  remember?: string
  /** Panels over the map; they place themselves. */
  children?: ReactNode
}

/** A map that waits for its settings longer than this begins with the console's own. */
const SETTINGS_WAIT_MS = 2_500

export function MapView(props: MapViewProps) {
  const settings = useQuery({ ...mapSettingsOptions(), enabled: !props.indoor })
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), SETTINGS_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  const asking = !props.indoor && settings.isPending && settings.fetchStatus !== 'paused' && !waited
  if (asking)
    return (
      <Box as="section" ground="surface" hidden className={css.frame} aria-label={props.label} aria-busy>
        <Waiting />
      </Box>
    )
  return <OpenMap {...props} settings={settings.data ?? OWN_MAP} />
}

const NONE: Layers = {}

/** Over a map whose ground is not there yet: an empty one must not look like a finished one. `low`: other things are. */
function Waiting({ low = false }: { low?: boolean }) {
  const { t } = useLingui()
  return (
    <p
      className={look(
        {
          row: true,
          gap: 2,
          over: true,
          padX: 3,
          padY: 2,
          hugs: true,
          ground: 'surface',
          edge: 'strong',
          round: 'full',
          floating: true,
          tone: 'ink',
          still: true,
        },
        css.waiting,
        low ? css.low : undefined,
      )}
      role="status"
    >
      <Icon name="map" />
      {t`Loading`}
    </p>
  )
}

function OpenMap(props: MapViewProps & { settings: MapSettings }) {
  const { label, layers, settings, indoor = false, controls = 'small', children } = props
  const { t } = useLingui()
  const language = useIntlLocale()
  const dark = useComputedColorScheme('dark') === 'dark'
  const online = useOnline()
  const element = useRef<HTMLDivElement>(null)
  const [watch] = useState(createMapWatch)
  const [full, setFull] = useState(false)
  const [fault, setFault] = useState<MapFault>()
  const [loading, setLoading] = useState(false)
  const [own, setOwn] = useState(NONE)
  const chosen = useChosenMap({ settings, indoor, remember: props.remember, watch })
  const everything = useMemo(() => ({ ...layers, ...own }), [layers, own])
  const forgetTiles = useCallback(() => setFault(now => (now === 'tiles' ? undefined : now)), [])
  const { host, state } = useMapHost(element, {
    settings,
    provider: chosen.provider,
    ground: chosen.ground,
    dark,
    language,
    camera: props.camera ?? chosen.camera,
    layers: everything,
    events: props.events,
    onHost: props.onHost,
    watch,
    onFault: setFault,
    onMended: forgetTiles,
    onLoading: setLoading,
  })
  // What was missing is asked for again by then.
  useEffect(() => {
    if (online) forgetTiles()
  }, [online, forgetTiles])
  const streets = chosen.provider === 'maplibre' && chosen.ground === 'street' ? settings.street : undefined
  // Only the console's own map tells how far its ground is.
  const waiting = state?.is === 'open' ? loading && state.provider === 'maplibre' : state?.is !== 'failed'
  return (
    <section
      className={look({ ground: 'surface', hidden: true }, css.frame, full ? css.full : undefined)}
      aria-label={label}
      aria-busy={waiting}
      data-state={state?.is}
      data-provider={state?.provider}
    >
      {/* Maps do not mirror; what lies around them does. */}
      <Box ref={element} over dir="ltr" />
      {waiting && <Waiting low={state?.is === 'open'} />}
      {state?.is === 'failed' && (
        <MapFaultNote
          fault={state.fault}
          onRetry={() => host?.switchTo(state.provider)}
          onOwnMap={chosen.provider === 'maplibre' ? undefined : () => chosen.setProvider('maplibre')}
        />
      )}
      {!online && streets && state?.is === 'open' ? (
        <KeptNote url={streets.url} watch={watch} />
      ) : (
        fault === 'tiles' && state?.is === 'open' && <TilesNote onClose={() => setFault(undefined)} />
      )}
      {host && controls !== 'none' && (
        <MapControls
          kind={controls}
          indoor={indoor}
          label={t`Map controls`}
          host={host}
          open={state?.is === 'open'}
          failed={state?.is === 'failed'}
          settings={settings}
          chosen={chosen}
          watch={watch}
          full={full}
          onFull={setFull}
          onLay={setOwn}
        />
      )}
      {children}
    </section>
  )
}
