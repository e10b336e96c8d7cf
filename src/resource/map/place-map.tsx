// A small map of one place or a few: where an alarm was raised, where a device is. A list says the same beside it.
import { useMemo, useRef } from 'react'
import { boundsOf, type Place } from '../../domain/geo/geo.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapLayer, MapMarker, MapShape, PointShape } from '../../platform/map/map-port.ts'
import type { TokenName } from '../../ui/tokens.ts'
import { useMapColours } from './map-colours.ts'
import { MapView } from './map-view.tsx'
import css from './place-map.module.css'

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
  /** A click on a place. */
  onPick?: (id: string) => void
}

const HOUSE_ZOOM = 17
const PADDING_PIXELS = 48
const HEIGHT = 220
const SURE_METRES = 5

/** Opens over its places and stays where somebody moves it, until other places are shown. */
export function PlaceMap({ places, label, layers, height = HEIGHT, onPick }: PlaceMapProps) {
  const colours = useMapColours()
  const host = useRef<MapHost>(undefined)
  const [first] = places
  const shown = useMemo(
    () => ({
      ...layers,
      accuracy: { kind: 'shapes' as const, shapes: circlesOf(places, colours.accent) },
      places: { kind: 'markers' as const, markers: markersOf(places, colours) },
    }),
    [places, layers, colours],
  )
  const fit = (to: MapHost | undefined) => {
    host.current = to
    const bounds = boundsOf(places.map(place => place.at))
    if (to && bounds && places.length > 1)
      to.fit(bounds, { paddingPixels: PADDING_PIXELS, mostZoom: HOUSE_ZOOM, animate: false })
  }
  if (!first) return null
  return (
    <div className={css.frame} style={{ blockSize: height }}>
      <MapView
        // Other places: another camera. The same ones that moved a little keep it.
        key={places.map(place => place.id).join(' ')}
        label={label}
        layers={shown}
        camera={{ centre: first.at, zoom: HOUSE_ZOOM }}
        controls="small"
        onHost={fit}
        events={{
          picked: pick => {
            if (pick.kind === 'marker') onPick?.(pick.id)
          },
        }}
      />
    </div>
  )
}

function markersOf(
  places: readonly ShownPlace[],
  colours: Readonly<Record<TokenName, string>>,
): readonly MapMarker[] {
  return places.map(({ id, label, at, look }) => ({
    id,
    at,
    label,
    ...(places.length > 1 && { caption: label }),
    look: { shape: look?.shape ?? 'filled', colour: colours[look?.colour ?? 'accent'] },
  }))
}

const circlesOf = (places: readonly ShownPlace[], colour: string): readonly MapShape[] =>
  places.flatMap(({ id, at, accuracyMetres }) =>
    accuracyMetres && accuracyMetres > SURE_METRES
      ? [{ id, form: { circle: at, radiusMetres: accuracyMetres }, colour, fillOpacity: 0.12 }]
      : [],
  )
