// The plan of one floor as a map, fitted into its frame; what lies on it comes from the page.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useMemo, useRef } from 'react'
import { type PlanSize, placeOnPlan } from '../../domain/indoor/plan.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapEvents, MapLayer } from '../../platform/map/map-port.ts'
import { MapView } from '../../resource/map/map-view.tsx'
import { Empty } from '../../ui/states.tsx'
import { planLayer } from './floor-layers.ts'

interface FloorMapProps {
  drawing: {
    id: number
    picture: string
    realWidth?: number | null | undefined
    realHeight?: number | null | undefined
  }
  label: string
  layers: Readonly<Record<string, MapLayer | undefined>>
  events?: MapEvents
  onHost?: (host: MapHost | undefined) => void
  /** Nobody stands before it who could press anything. */
  bare?: boolean | undefined
  children?: ReactNode
}

const PADDING_PIXELS = 28
/** Closer than that a plan is only pixels. */
const CLOSEST_ZOOM = 24

/** Looks at the whole plan. */
export function fitPlan(host: MapHost, { width, height }: PlanSize, animate = false): void {
  const corner = placeOnPlan(width, height)
  host.fit(
    { west: 0, south: 0, east: corner.longitude, north: corner.latitude },
    { paddingPixels: PADDING_PIXELS, mostZoom: CLOSEST_ZOOM, animate },
  )
}

export function FloorMap({ drawing, label, layers, events, onHost, bare = false, children }: FloorMapProps) {
  const { id, picture, realWidth, realHeight } = drawing
  const size = useMemo(
    () => (realWidth && realHeight ? { width: realWidth, height: realHeight } : undefined),
    [realWidth, realHeight],
  )
  const plan = useMemo(() => size && planLayer(picture, size), [picture, size])
  const all = useMemo(() => ({ plan, ...layers }), [plan, layers])
  const fitted = useRef<MapHost>(undefined)
  if (!size)
    return (
      <Empty
        icon="map"
        title={<Trans>The drawing has no size yet</Trans>}
        why={
          <Trans>Calibrate it under UWB drawings: click two points and enter the metres between them.</Trans>
        }
      />
    )
  return (
    <MapView
      // Another floor is another map: its camera fits its plan.
      key={id}
      indoor
      label={label}
      {...(bare && { controls: 'none' })}
      layers={all}
      {...(events && { events })}
      camera={{ centre: placeOnPlan(size.width / 2, size.height / 2), zoom: 19 }}
      onHost={host => {
        if (host && fitted.current !== host) fitPlan(host, size)
        fitted.current = host
        onHost?.(host)
      }}
    >
      {children}
    </MapView>
  )
}
