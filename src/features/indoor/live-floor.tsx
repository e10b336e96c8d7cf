// One floor live: devices with names and states, zones with counts, stations, the trail and the popup of the chosen one.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapEvents, MapLayer } from '../../platform/map/map-port.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import { formatAge } from '../../ui/age.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { rangeShapes, stationMarkers, tagMarkers, trailLine, zoneShapes } from './floor-layers.ts'
import { FloorMap } from './floor-map.tsx'
import { stationsOptions, type Tag, trailOptions } from './indoor-query.ts'
import type { DrawnFloor, DrawnZone } from './indoor-words.ts'
import { useCrowd } from './use-crowd.ts'
import { useGlide } from './use-glide.ts'
import { useNowAndThen } from './use-now-and-then.ts'

interface LiveFloorProps {
  drawing: DrawnFloor
  tags: readonly Tag[]
  zones: readonly DrawnZone[]
  inZone: ReadonlyMap<number, readonly Tag[]>
  selected?: number | undefined
  onSelect?: (id: number | undefined) => void
  onZone?: (id: number) => void
  /** Minutes of the trail of the chosen device. */
  trailMinutes?: number | undefined
  /** Base stations and how far they reach. */
  stations?: boolean
  /** Layers and events of an editor over it. */
  further?: Readonly<Record<string, MapLayer | undefined>>
  over?: (own: MapEvents) => MapEvents
  onHost?: (host: MapHost | undefined) => void
  /** Nobody stands before it who could press anything. */
  bare?: boolean
  children?: ReactNode
}

/** More names cannot be told apart. */
const MOST_CAPTIONS = 60
/** Beyond this, devices are drawn as points instead of buttons; the list says who is there. */
const MOST_MARKERS = 150
const NOBODY: readonly Tag[] = []

export function LiveFloor(props: LiveFloorProps) {
  const { drawing, tags, zones, inZone, selected, onSelect, onZone, further, over } = props
  const { t } = useLingui()
  const colours = useMapColours()
  const crowded = tags.length > MOST_MARKERS
  const seen = useGlide(crowded ? NOBODY : tags)
  const now = useNowAndThen()
  const labelOf = useTagLabel()
  const number = numberFormat(useIntlLocale())
  const crowd = useCrowd(crowded ? tags : NOBODY, colours, { now, selected })
  const markers = useMemo(() => {
    const words = { labelOf: (tag: Tag) => labelOf(tag, now), captioned: seen.length <= MOST_CAPTIONS }
    return tagMarkers(seen, colours, words, { now, selected })
  }, [seen, colours, now, selected, labelOf])
  const tagLayer = crowded ? crowd.layer : markers
  const zoneLayer = useMemo(
    () =>
      zoneShapes(zones, colours, ({ id, name }) => {
        const count = inZone.get(id)?.length ?? 0
        return count > 0 ? `${name} · ${number.format(count)}` : name
      }),
    [zones, colours, inZone, number],
  )
  const stationLayers = useStationLayers(drawing.id, props.stations ?? false)
  const trail = useTrail(
    drawing.id,
    tags.find(({ id }) => id === selected),
    props.trailMinutes,
  )
  const layers = useMemo(
    () => ({ zones: zoneLayer, ...stationLayers, trail, ...further, tags: tagLayer }),
    [zoneLayer, stationLayers, trail, further, tagLayer],
  )
  const own: MapEvents = {
    picked: pick => {
      if (pick.layer === 'tags' && pick.kind === 'marker') onSelect?.(Number(pick.id))
      else if (pick.layer === 'tags' && pick.kind === 'point') onSelect?.(crowd.idOf(pick.slot))
      else if (pick.layer === 'tags' && pick.kind === 'spot') onSelect?.(crowd.idOf(pick.slots[0] ?? -1))
      else if (pick.layer === 'zones' && pick.kind === 'shape') onZone?.(Number(pick.id))
    },
    pointed: () => onSelect?.(undefined),
  }
  return (
    <FloorMap
      drawing={drawing}
      label={t`Plan of ${drawing.title}`}
      layers={layers}
      events={over ? over(own) : own}
      {...(props.onHost && { onHost: props.onHost })}
      bare={props.bare}
    >
      {props.children}
    </FloorMap>
  )
}

/** What a screen reader says of a device on the plan. */
function useTagLabel(): (tag: Tag, now: number) => string {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  return useMemo(
    () => (tag, now) => {
      const [name, state] = [tag.wearerName ?? tag.name, i18n._(stateWords[tag.state].label)]
      return t`${name}, ${state}, ${formatAge(tag.at, now, locale)}`
    },
    [i18n, t, locale],
  )
}

function useStationLayers(drawingId: number, shown: boolean) {
  const colours = useMapColours()
  const { data } = useQuery({ ...stationsOptions(drawingId), enabled: shown })
  return useMemo(() => {
    if (!shown || !data) return {}
    const stations = data.list.map(row => ({ ...row, key: String(row.id) }))
    return {
      ranges: rangeShapes(stations, colours),
      stations: stationMarkers(stations, colours, { labelOf: ({ name }) => name }),
    }
  }, [shown, data, colours])
}

function useTrail(drawingId: number, tag: Tag | undefined, minutes: number | undefined) {
  const colours = useMapColours()
  const now = useNowAndThen()
  const shown = tag !== undefined && minutes !== undefined
  const { data } = useQuery({
    ...trailOptions(tag?.imei ?? '0000000000', drawingId, minutes ?? 5, now),
    enabled: shown,
  })
  return useMemo(() => {
    if (!shown || !data || !tag) return undefined
    return trailLine([...data.xs, tag.x], [...data.ys, tag.y], colours.accent)
  }, [shown, data, tag, colours])
}
