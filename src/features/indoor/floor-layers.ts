// What lies on the plan of a floor, as layers of the map: the plan, zones, stations with their reach, devices, trails.
import { fadeOf, METRE_DEGREES, type PlanSize, placeOnPlan, planCorners } from '../../domain/indoor/plan.ts'
import type { MapLayer, MapMarker, MapShape, PointLook } from '../../platform/map/map-port.ts'
import type { MapColours } from '../../resource/map/map-colours.ts'
import type { TokenName } from '../../ui/tokens.ts'
import type { Tag } from './indoor-query.ts'
import {
  type BaseStation,
  type DrawnZone,
  STATION_GLYPH,
  stationColours,
  stationShapes,
  zoneColours,
} from './indoor-words.ts'

/** Marked, so that the service worker keeps it for the time without a network. */
export const planAddress = (picture: string) => (picture.startsWith('/files/') ? `${picture}?plan` : picture)

export function planLayer(picture: string, size: PlanSize): MapLayer {
  return { kind: 'picture', url: planAddress(picture), corners: planCorners(size), opacity: 1 }
}

/** The look of each state; the same everywhere. */
const stateLooks: Record<Tag['state'], { shape: PointLook['shape']; colour: TokenName }> = {
  online: { shape: 'filled', colour: 'ok' },
  offline: { shape: 'ring', colour: 'off' },
  abnormal: { shape: 'diamond', colour: 'warning' },
  notActivated: { shape: 'dashed', colour: 'new' },
}
const LOW_BATTERY = 10

export interface TagWords {
  labelOf(tag: Tag): string
  /** Under the sign; none where there are too many to read. */
  captioned: boolean
}

/** Devices as markers, pale when their place is old, red when their battery is nearly empty. */
export function tagMarkers(
  tags: readonly Tag[],
  colours: MapColours,
  words: TagWords,
  { now, selected }: { now: number; selected: number | undefined },
): MapLayer {
  const markers = tags.map((tag): MapMarker => {
    const { shape, colour } = stateLooks[tag.state]
    const low = tag.battery !== null && tag.battery <= LOW_BATTERY
    return {
      id: String(tag.id),
      at: placeOnPlan(tag.x, tag.y),
      look: { shape, colour: colours[low ? 'critical' : colour] },
      label: words.labelOf(tag),
      ...(words.captioned && { caption: tag.wearerName ?? tag.name }),
      size: tag.id === selected ? 30 : 22,
      selected: tag.id === selected,
      opacity: tag.id === selected ? 1 : fadeOf(now - tag.at),
    }
  })
  return { kind: 'markers', markers }
}

const FADES = 4
const states = ['online', 'offline', 'abnormal', 'notActivated'] as const

/** The looks of a crowd: one for each state and step of age. */
export const crowdLooks = (colours: MapColours): PointLook[] =>
  states.flatMap(state =>
    Array.from({ length: FADES }, (_, step) => {
      const { shape, colour } = stateLooks[state]
      return { shape, colour: mixed(colours[colour], colours.surface, 1 - (step / FADES) * 0.7) }
    }),
  )

/** Which of them a device has. */
export function crowdLookOf({ state, at }: Tag, now: number): number {
  const step = Math.min(FADES - 1, Math.round(((1 - fadeOf(now - at)) / 0.7) * (FADES - 1)))
  return states.indexOf(state) * FADES + step
}

function mixed(over: string, under: string, part: number): string {
  const channels = [1, 3, 5].map(at => {
    const [above, below] = [over, under].map(colour => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round((above ?? 0) * part + (below ?? 0) * (1 - part))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

export function zoneShapes(
  zones: readonly DrawnZone[],
  colours: MapColours,
  labelOf: (zone: DrawnZone) => string,
): MapLayer {
  return {
    kind: 'shapes',
    shapes: zones.map(
      (zone): MapShape => ({
        id: String(zone.id),
        form: { rings: [zone.corners.map(([x, y]) => placeOnPlan(x, y))] },
        colour: colours[zoneColours[zone.kind]],
        fillOpacity: zone.kind === 'danger' ? 0.22 : 0.13,
        dashed: zone.kind === 'restricted',
        label: labelOf(zone),
        pickable: true,
      }),
    ),
  }
}

export type DrawnStation = Pick<BaseStation, 'name' | 'x' | 'y' | 'range' | 'status'> & { key: string }

export function rangeShapes(
  stations: readonly DrawnStation[],
  colours: MapColours,
  colourOf: (station: DrawnStation) => string = ({ status }) => colours[stationColours[status]],
): MapLayer {
  return {
    kind: 'shapes',
    shapes: stations.map(station => ({
      id: station.key,
      form: { circle: placeOnPlan(station.x, station.y), radiusMetres: station.range },
      colour: colourOf(station),
      fillOpacity: station.status === 'disabled' ? 0.03 : 0.1,
      dashed: station.status !== 'normal',
    })),
  }
}

export function stationMarkers(
  stations: readonly DrawnStation[],
  colours: MapColours,
  options: {
    labelOf(station: DrawnStation): string
    colourOf?(station: DrawnStation): string
    selected?: string | undefined
    draggable?: boolean
    captioned?: boolean
  },
): MapLayer {
  return {
    kind: 'markers',
    markers: stations.map(station => ({
      id: station.key,
      at: placeOnPlan(station.x, station.y),
      look: {
        shape: stationShapes[station.status],
        colour: options.colourOf?.(station) ?? colours[stationColours[station.status]],
        glyph: STATION_GLYPH,
      },
      label: options.labelOf(station),
      ...(options.captioned && { caption: station.name }),
      size: station.key === options.selected ? 34 : 26,
      selected: station.key === options.selected,
      draggable: options.draggable ?? false,
    })),
  }
}

export function trailLine(xs: readonly number[], ys: readonly number[], colour: string): MapLayer {
  const points = new Float64Array(xs.length * 2)
  for (const [at, x] of xs.entries()) {
    points[at * 2] = x * METRE_DEGREES
    points[at * 2 + 1] = (ys[at] ?? 0) * METRE_DEGREES
  }
  return { kind: 'lines', lines: [{ id: 'trail', points, colour, width: 3 }] }
}
