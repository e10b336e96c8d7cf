// The live fleet as the ground of a page: nothing but the map; a press on a device opens its page.
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { boundsOf } from '../../../domain/geo/geo.ts'
import type { MapHost } from '../../../platform/map/map-host.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { MapView } from '../../../resource/map/map-view.tsx'
import { Box } from '../../../ui/kit/parts.tsx'
import { ErrorState, StaleBadge } from '../../../ui/states.tsx'
import { useFleetLayers } from './fleet-layers.ts'
import { type FleetState, useFleet, useFleetVersion } from './use-fleet.ts'

const HOUSE_ZOOM = 17
const PADDING_PIXELS = 64

interface FleetGroundProps {
  /** Only devices of these; absent: all. */
  kinds?: readonly DeviceKind[] | undefined
  /** Nothing to press: a wall. */
  bare?: boolean
}

export function FleetGround({ kinds, bare = false }: FleetGroundProps) {
  return <FleetMap state={useFleet()} kinds={kinds} bare={bare} />
}

/** The same where the page has the fleet already. */
export function FleetMap({ state, kinds, bare = false }: FleetGroundProps & { state: FleetState }) {
  const { i18n, t } = useLingui()
  const router = useRouter()
  const { fleet } = state
  useEffect(() => fleet.filter({ kinds }), [fleet, kinds])
  const version = useFleetVersion(fleet)
  const layers = useFleetLayers(fleet, { picked: undefined, hovered: undefined })
  const [host, setHost] = useState<MapHost>()
  const fitted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever the fleet has changed, until it was there
  useEffect(() => {
    if (!host || fitted.current || fleet.size === 0) return
    const shown = [...fleet.columns.ids.keys()].filter(slot => fleet.matches(slot))
    const bounds = boundsOf(shown.flatMap(slot => fleet.placeOf(slot) ?? []))
    if (!bounds) return
    fitted.current = true
    host.fit(bounds, { paddingPixels: PADDING_PIXELS, mostZoom: HOUSE_ZOOM, animate: false })
  }, [fleet, host, version])
  const shown = useMemo(() => ({ fleet: layers.fleet }), [layers.fleet])
  return (
    <Box tall wide>
      <MapView
        label={t`Map of the devices`}
        layers={shown}
        controls={bare ? 'none' : 'small'}
        onHost={setHost}
        events={{
          picked: pick => {
            const imei = pick.kind === 'point' ? fleet.imeis[pick.slot] : undefined
            if (imei !== undefined) router.history.push(`/DeviceDtail?imei=${encodeURIComponent(imei)}`)
          },
        }}
      />
      {state.is === 'failed' && (
        <Box absolute ground="surface" round="card" pad={3}>
          <ErrorState what={i18n._(wordsForError(state.error))} onRetry={state.retry} />
        </Box>
      )}
      {state.is === 'stored' && <StaleBadge at={state.at} fromServer />}
    </Box>
  )
}
