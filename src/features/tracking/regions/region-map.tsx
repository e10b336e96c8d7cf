// The regions of one level as circles, the larger the more devices.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { boundsOf } from '../../../domain/geo/geo.ts'
import type { MapHost } from '../../../platform/map/map-host.ts'
import type { MapLayer } from '../../../platform/map/map-port.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import { MapView } from '../../../resource/map/map-view.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import type { RegionRow } from './region-figures.ts'
import { useRegionName } from './region-name.ts'

const [LEAST_PIXELS, MOST_PIXELS] = [16, 56]
const PADDING_PIXELS = 56
const CHINA = { centre: { longitude: 108.9, latitude: 34.3 }, zoom: 3.4 }

export interface RegionMapProps {
  rows: readonly RegionRow[]
  /** Names what is open; the map moves when it changes. */
  level: string
  /** How near the map goes at most: a single region must not fill it with one street. */
  mostZoom: number
  hovered: string | undefined
  onOpen: (code: string) => void
}

export function RegionMap({ rows, level, mostZoom, hovered, onOpen }: RegionMapProps) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const colours = useMapColours()
  const nameOf = useRegionName()
  const [host, setHost] = useState<MapHost>()
  const most = Math.max(1, ...rows.map(({ devices }) => devices))
  const circles: MapLayer = {
    kind: 'markers',
    markers: rows.flatMap(row => {
      if (!row.at || row.devices + row.alarms === 0) return []
      const alarms = number.format(row.alarms)
      const { abnormal } = row.byState
      // Abnormal devices are counted in the label: a single one must not colour a region of thousands.
      const unwell = abnormal > 0 ? ` ◆ ${number.format(abnormal)}` : ''
      const caption = `${nameOf(row)} ${number.format(row.devices)}${unwell}`
      return [
        {
          id: row.code,
          at: row.at,
          look: { shape: 'filled' as const, colour: colours.accent },
          label: t`${caption} (devices), alarms ${alarms}`,
          caption,
          // The area of the circle counts, not its width.
          size: LEAST_PIXELS + (MOST_PIXELS - LEAST_PIXELS) * Math.sqrt(row.devices / most),
          opacity: 0.82,
          selected: row.code === hovered,
        },
      ]
    }),
  }
  const known = JSON.stringify(circles)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same circles stay the same layer
  const layers = useMemo(() => ({ regions: circles }), [known])
  const filled = rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: figures change all the time, the view only with the level
  useEffect(() => {
    const box =
      filled && level !== undefined ? boundsOf(rows.flatMap(({ at }) => (at ? [at] : []))) : undefined
    if (host && box) host.fit(box, { paddingPixels: PADDING_PIXELS, mostZoom, animate: true })
  }, [host, level, mostZoom, filled])
  return (
    <MapView
      label={t`Regions on the map`}
      layers={layers}
      camera={CHINA}
      onHost={setHost}
      controls="full"
      events={{
        picked: pick => {
          if (pick.kind === 'marker' && pick.layer === 'regions') onOpen(pick.id)
        },
      }}
    />
  )
}
