// The map of one fence: its shape, and its devices by the side they are on.
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { boundsOf } from '../../domain/geo/geo.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapLayer, MapMarker } from '../../platform/map/map-port.ts'
import { type MapColours, useMapColours } from '../../resource/map/map-colours.ts'
import { MapView } from '../../resource/map/map-view.tsx'
import { placesOf } from '../../resource/map/shape-space.ts'
import { useSitePlanLayers } from '../../resource/map/site-plans.ts'
import { Box } from '../../ui/kit/parts.tsx'
import css from './fence-info-page.module.css'
import { fencesLayer } from './fence-map-layers.ts'
import type { WatchedDevice } from './fence-query.ts'
import type { Fence } from './fence-sentence.tsx'
import { shapeOfFence } from './fence-shape.ts'
import { sideOf } from './watched-devices.tsx'

/** Markers carry names; so many at most, those inside first. */
const MOST_MARKERS = 300

interface FenceInfoMapProps {
  fence: Fence
  devices: readonly WatchedDevice[]
  onHost: (host: MapHost | undefined) => void
}

export function FenceInfoMap({ fence, devices, onHost }: FenceInfoMapProps) {
  const { t } = useLingui()
  const colours = useMapColours()
  const words = useMemo(() => ({ inside: t`Inside`, outside: t`Outside`, unknown: t`Not known yet` }), [t])
  const plans = useSitePlanLayers()
  const layers = useMemo(
    () => ({ ...plans, fence: fencesLayer([fence], colours), devices: markersOf(devices, colours, words) }),
    [plans, fence, devices, colours, words],
  )
  const shape = shapeOfFence(fence)
  const bounds = shape && boundsOf(placesOf(shape))
  return (
    <Box edge="line" round="card" hidden h={420} className={css.map}>
      <MapView
        // Another shape is looked at anew.
        key={`${fence.id} ${fence.version}`}
        label={t`Map of the geofence`}
        layers={layers}
        controls="small"
        events={{
          picked: pick => {
            if (pick.kind === 'marker') globalThis.location.hash = `/DeviceDtail?imei=${pick.id}`
          },
        }}
        onHost={host => {
          if (host && bounds) host.fit(bounds, { paddingPixels: 70, mostZoom: 18, animate: false })
          onHost(host)
        }}
      />
    </Box>
  )
}

function markersOf(
  devices: readonly WatchedDevice[],
  colours: MapColours,
  words: Record<ReturnType<typeof sideOf>, string>,
): MapLayer {
  const looks = {
    inside: { shape: 'filled', colour: colours.ok },
    outside: { shape: 'diamond', colour: colours.warning },
    unknown: { shape: 'dashed', colour: colours.off },
  } as const
  const markers = devices.flatMap((device): MapMarker[] => {
    const { longitude, latitude } = device
    if (longitude === null || latitude === null) return []
    const side = sideOf(device)
    const name = device.wearerName ?? device.name
    return [
      {
        id: device.imei,
        at: { longitude, latitude },
        look: looks[side],
        label: `${name}, ${words[side]}`,
        caption: name,
      },
    ]
  })
  const inside = (marker: MapMarker) => (marker.look.shape === 'filled' ? 0 : 1)
  return {
    kind: 'markers',
    markers: markers.toSorted((a, b) => inside(a) - inside(b)).slice(0, MOST_MARKERS),
  }
}
