// The map of a track page: lines, what happened, and everybody's place as the playing goes on.
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { boundsOfTracks } from '../../../domain/track/measures.ts'
import { momentAt, playedAt, type Timeline } from '../../../domain/track/timeline.ts'
import type { MapHost } from '../../../platform/map/map-host.ts'
import type { MapLayer } from '../../../platform/map/map-port.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import { MapView } from '../../../resource/map/map-view.tsx'
import { useSitePlanLayers } from '../../../resource/map/site-plans.ts'
import { formatMoment } from '../../../ui/locale.ts'
import { AlarmWordsContext } from './alarm-words-context.ts'
import type { Happened } from './happened.ts'
import { wordsFor } from './happened-words.ts'
import type { Player } from './playback.driver.ts'
import { type ShownTrack, stateAt } from './shown-track.ts'
import { linesOf, marksOf, momentNear, nowMarkers } from './track-layers.ts'
import { useFenceShapes } from './use-fence-shapes.ts'

interface TrackMapProps {
  /** Which tracks these are: the camera goes to others when they come. */
  subject: string
  player: Player
  /** Undefined while the tracks are on their way: the map opens beside them. */
  timeline: Timeline | undefined
  tracks: readonly ShownTrack[]
  happened: readonly Happened[]
  selected: Happened | undefined
  bySpeed: boolean
  /** Fences that watch the devices are drawn beneath. */
  fences: boolean
  /** The device that the camera stays with. */
  follows: string | undefined
  onLetGo: () => void
  onHappened: (one: Happened) => void
  children?: ReactNode
}

/** Where the current places are put; the layer is there from the beginning, so that it lies on top. */
const NOW_LAYER: MapLayer = { kind: 'markers', markers: [] }
const NOW = 'now'
const CLOSEST = 18
const PADDING = 56

export function TrackMap(props: TrackMapProps) {
  const { player, timeline, tracks, happened, selected, bySpeed, fences, follows, onLetGo, onHappened } =
    props
  const { i18n, t } = useLingui()
  const colours = useMapColours()
  const alarmWords = useContext(AlarmWordsContext)
  const [host, setHost] = useState<MapHost>()
  const lines = useMemo<MapLayer>(
    () => ({ kind: 'lines', lines: linesOf(tracks, colours, bySpeed) }),
    [tracks, colours, bySpeed],
  )
  const marks = useMemo<MapLayer>(
    () => ({
      kind: 'markers',
      markers: marksOf(
        happened,
        colours,
        one => `${formatMoment(one.at)} ${i18n._(wordsFor(one, alarmWords))} ${one.device}`,
        selected?.id,
      ),
    }),
    [happened, colours, i18n, alarmWords, selected],
  )
  const shapes = useFenceShapes(tracks, fences)
  const plans = useSitePlanLayers()
  const layers = useMemo(
    () => ({ ...plans, shapes, lines, marks, [NOW]: NOW_LAYER }),
    [plans, shapes, lines, marks],
  )
  useFit(host, tracks, props.subject)
  useNow({ host, player, timeline, tracks, follows })
  useEffect(() => {
    if (host && selected) host.look({ centre: selected.place }, { animate: true })
  }, [host, selected])
  return (
    <MapView
      label={t`Map of the track`}
      layers={layers}
      controls="full"
      onHost={setHost}
      events={{
        grabbed: onLetGo,
        picked: pick => {
          if (pick.kind === 'marker') {
            const one = happened.find(({ id }) => id === pick.id)
            if (one) onHappened(one)
          } else if (pick.kind === 'line') {
            const imei = pick.id.split(' ')[0]
            const moment = momentNear(
              tracks.filter(track => track.imei === imei),
              pick.at,
            )
            if (timeline && moment !== undefined)
              player.send({ on: 'jumped', to: playedAt(timeline, moment) })
          }
        },
      }}
    >
      {props.children}
    </MapView>
  )
}

/** Shows the whole of the tracks when other ones come. */
function useFit(host: MapHost | undefined, tracks: readonly ShownTrack[], subject: string): void {
  const shown = `${subject} ${tracks.map(({ imei, track }) => `${imei} ${track.times.length > 0}`).join()}`
  const latest = useRef(tracks)
  latest.current = tracks
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter of the same tracks leaves the camera alone
  useEffect(() => {
    const bounds = boundsOfTracks(latest.current.map(({ track }) => track))
    if (host && bounds) host.fit(bounds, { paddingPixels: PADDING, mostZoom: CLOSEST, animate: false })
  }, [host, shown])
}

/** Moves the current places without a render: they change fifty times a second. */
function useNow({
  host,
  player,
  timeline,
  tracks,
  follows,
}: Pick<TrackMapProps, 'player' | 'timeline' | 'tracks' | 'follows'> & { host: MapHost | undefined }): void {
  const colours = useMapColours()
  useEffect(() => {
    if (!host) return
    if (!timeline) {
      host.put(NOW, NOW_LAYER)
      return
    }
    const show = () => {
      const moment = momentAt(timeline, player.played())
      host.put(NOW, { kind: 'markers', markers: nowMarkers(tracks, moment, colours) })
      const followed = follows && tracks.find(({ imei }) => imei === follows)
      const at = followed && stateAt(followed, moment)?.at
      if (at) host.look({ centre: at }, { animate: false })
    }
    show()
    return player.subscribe(show)
  }, [host, player, timeline, tracks, follows, colours])
}
