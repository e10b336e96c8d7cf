// A small map of one place or a few: where an alarm was raised, where a device is. A list says the same beside it.
import { useEffect, useMemo, useRef, useState } from 'react'
import { boundsOf, type Place } from '../../domain/geo/geo.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapLayer, MapMarker, MapShape, PointShape } from '../../platform/map/map-port.ts'
import { Box } from '../../ui/kit/parts.tsx'
import type { TokenName } from '../../ui/tokens.ts'
import { useMapColours } from './map-colours.ts'
import { MapView } from './map-view.tsx'

export interface ShownPlace {
  id: string
  /** What it is called: read aloud, and shown beside it where there are several. */
  label: string
  at: Place
  /** Shape of its state and a colour of the skin; an accent dot without it. */
  look?: { shape: PointShape; colour: TokenName }
  /** How sure the place is: a circle around it. */
  accuracyMetres?: number | null | undefined
}

export interface PlaceMapProps {
  places: readonly ShownPlace[]
  /** What a screen reader calls the map. */
  label: string
  /** Beneath the places, the lowest first: fences, site plans. */
  layers?: Readonly<Record<string, MapLayer | undefined>>
  /** Pixels; 220 unless told. */
  height?: number
  /** Stands out, and the map goes there when it becomes another. */
  selected?: string | undefined
  /** A click on a place. */
  onPick?: (id: string) => void
}

const HOUSE_ZOOM = 17
const PADDING_PIXELS = 48
const HEIGHT = 220
const SURE_METRES = 5
/** More names than this only hide each other. */
const MOST_CAPTIONS = 12

/** Opens over its places and stays where somebody moves it, until other places are shown. */
export function PlaceMap({ places, label, layers, height = HEIGHT, selected, onPick }: PlaceMapProps) {
  const colours = useMapColours()
  const [host, setHost] = useState<MapHost>()
  const grabbed = useRef(false)
  const [first] = places
  const shown = useMemo(
    () => ({
      ...layers,
      accuracy: { kind: 'shapes' as const, shapes: circlesOf(places, colours.accent) },
      places: { kind: 'markers' as const, markers: markersOf(places, colours, selected) },
    }),
    [places, layers, colours, selected],
  )
  const which = places.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to other places, not after those that move a little
  useEffect(() => {
    if (!host || grabbed.current) return
    const bounds = boundsOf(places.map(({ at }) => at))
    if (places.length > 1 && bounds) host.fit(bounds, { paddingPixels: PADDING_PIXELS, mostZoom: HOUSE_ZOOM })
    else if (first) host.look({ centre: first.at, zoom: HOUSE_ZOOM })
  }, [host, which])
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to another one that stands out, once
  useEffect(() => {
    const place = places.find(({ id }) => id === selected)
    if (host && place && places.length > 1)
      host.look({ centre: place.at, zoom: HOUSE_ZOOM }, { animate: true })
  }, [host, selected])
  if (!first) return null
  return (
    <Box edge="line" round="card" hidden style={{ blockSize: height }}>
      <MapView
        label={label}
        layers={shown}
        camera={{ centre: first.at, zoom: HOUSE_ZOOM }}
        controls="small"
        onHost={setHost}
        events={{
          grabbed: () => {
            grabbed.current = true
          },
          picked: pick => {
            if (pick.kind === 'marker') onPick?.(pick.id)
          },
        }}
      />
    </Box>
  )
}

function markersOf(
  places: readonly ShownPlace[],
  colours: Readonly<Record<TokenName, string>>,
  selected: string | undefined,
): readonly MapMarker[] {
  return places.map(({ id, label, at, look }) => ({
    id,
    at,
    label,
    ...(places.length > 1 && (places.length <= MOST_CAPTIONS || id === selected) && { caption: label }),
    ...(id === selected && { selected: true }),
    look: { shape: look?.shape ?? 'filled', colour: colours[look?.colour ?? 'accent'] },
  }))
}

const circlesOf = (places: readonly ShownPlace[], colour: string): readonly MapShape[] =>
  places.flatMap(({ id, at, accuracyMetres }) =>
    accuracyMetres && accuracyMetres > SURE_METRES
      ? [{ id, form: { circle: at, radiusMetres: accuracyMetres }, colour, fillOpacity: 0.12 }]
      : [],
  )
