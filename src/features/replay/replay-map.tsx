// The ground of a replay: ways up to the moment, where devices were, and where they were thought to be.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { boundsOf } from '../../domain/geo/geo.ts'
import { countUntil } from '../../domain/replay/replay-index.ts'
import { knownPlaceAt, placeAt } from '../../domain/replay/track-moment.ts'
import { cutTrack } from '../../domain/track/columns.ts'
import { boundsOfTracks, stretchesOf } from '../../domain/track/measures.ts'
import { outlineOf } from '../../domain/track/outline.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapLayer, MapMarker } from '../../platform/map/map-port.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import { MapView } from '../../resource/map/map-view.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { relativeAge } from './age-words.ts'
import type { Shown } from './replay-query.ts'

interface ReplayMapProps {
  shown: Shown
  at: number
  known: number
}

const PADDING = 56
const CLOSEST = 18

export function ReplayMap({ shown, at, known }: ReplayMapProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const colours = useMapColours()
  const [host, setHost] = useState<MapHost>()
  const { shownTracks, events } = shown
  // Whole ways stand behind, faint; they change with the span alone.
  const ways = useMemo<MapLayer>(
    () => ({
      kind: 'lines',
      lines: shownTracks.flatMap(({ deviceId, track }) =>
        stretchesOf(track)
          .filter(({ first, last }) => last > first)
          .map(({ first, last }) => ({
            id: `${deviceId} ${first}`,
            points: outlineOf(track, first, last),
            colour: colours.off,
            width: 2,
          })),
      ),
    }),
    [shownTracks, colours],
  )
  const gone = useMemo<MapLayer>(
    () => ({
      kind: 'lines',
      lines: shownTracks.flatMap(({ deviceId, track }) => {
        const part = cutTrack(track, 0, countUntil(track.times, at))
        return stretchesOf(part)
          .filter(({ first, last }) => last > first)
          .map(({ first, last }) => ({
            id: `${deviceId} ${first}`,
            points: outlineOf(part, first, last),
            colour: colours.accent,
            width: 4,
          }))
      }),
    }),
    [shownTracks, colours, at],
  )
  const markers = shownTracks.flatMap(({ deviceId, name, track, late }): MapMarker[] => {
    const was = placeAt(track, at)
    const thought = knownPlaceAt(track, late, at, known)
    const age = (ms: number) => relativeAge(ms, locale)
    const one = thought && {
      id: `known ${deviceId}`,
      at: thought.place,
      label: t`${name}, as it was known, ${age(thought.ageMs)} old`,
      caption: `${name} · ${age(thought.ageMs)}`,
      look: {
        shape: thought.isOld ? ('ring' as const) : ('filled' as const),
        colour: thought.isOld ? colours.attention : colours.accent,
      },
    }
    // Where it truly was is another place only as long as nobody knew of it.
    const other = was &&
      was.at !== thought?.at && {
        id: `happened ${deviceId}`,
        at: was.place,
        label: t`${name}, known only later`,
        caption: t`${name}, known only later`,
        look: { shape: 'ring' as const, colour: colours.accent },
      }
    return [...(one ? [one] : []), ...(other ? [other] : [])]
  })
  const alarms = events.flatMap((event): MapMarker[] =>
    event.lane === 'alarms' && event.place && event.at <= at
      ? [
          {
            id: event.id,
            at: event.place,
            label: event.subject,
            look: {
              shape: event.knownAt <= known ? 'diamond' : 'ring',
              colour: event.critical ? colours.critical : colours.warning,
            },
          },
        ]
      : [],
  )
  const places = `${shownTracks.map(({ deviceId }) => deviceId).join()} ${events.length > 0}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to other devices, not along with the moment
  useEffect(() => {
    const bounds =
      boundsOfTracks(shownTracks.map(({ track }) => track)) ??
      boundsOf(events.flatMap(({ place }) => place ?? []))
    if (host && bounds) host.fit(bounds, { paddingPixels: PADDING, mostZoom: CLOSEST, animate: false })
  }, [host, places])
  return (
    <MapView
      label={t`Map of the moment`}
      layers={{ ways, gone, now: { kind: 'markers', markers: [...alarms, ...markers] } }}
      controls="small"
      onHost={setHost}
    />
  )
}
