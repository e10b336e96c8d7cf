// The tracks of chosen devices in a chosen time: map, playback bar, figures and tables.

import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { Fragment, useMemo, useState } from 'react'
import type { PlaybackSpeed } from '../../../domain/track/playback.ts'
import { playedAt, timelineOf } from '../../../domain/track/timeline.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { Box, Stack, Text } from '../../../ui/kit/parts.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import type { Period } from '../../../ui/period.ts'
import { useSameList } from '../../../ui/same-list.ts'
import { ErrorState, Loading, StaleBadge } from '../../../ui/states.tsx'
import { CopyLink } from './copy-link.tsx'
import { ExportMenu } from './export-menu.tsx'
import type { Happened } from './happened.ts'
import { KeptTrackList } from './kept-track-list.tsx'
import { NoPositions } from './no-positions.tsx'
import { PlaybackBar } from './playback-bar.tsx'
import { showTrack, trackTones } from './shown-track.ts'
import { SpeedLegend } from './speed-legend.tsx'
import { type TrackChoices, TrackHead } from './track-head.tsx'
import { TrackMap } from './track-map.tsx'
import css from './track-page.module.css'
import { trackOptions } from './track-query.ts'
import { TrackSide } from './track-side.tsx'
import type { TrackVariant } from './track-variants.ts'
import { useHappened } from './use-happened.ts'
import { usePlayer } from './use-player.ts'
import { useViewSwitches } from './view-switches.tsx'

/** What somebody has chosen on the tracks of a subject. */
interface Chosen {
  subject: string
  selected?: Happened | undefined
  /** The device that the camera stays with. */
  follows?: string | undefined
}

interface TrackScreenProps extends TrackChoices {
  variant: TrackVariant
  at: number | undefined
  speed: PlaybackSpeed | undefined
  /** Another track that is on the device. */
  onChoose: (imei: string, period: Period) => void
}

export function TrackScreen({ variant, at, speed, onChoose, ...choices }: TrackScreenProps) {
  const { i18n, t } = useLingui()
  const { imeis, period } = choices
  const online = useOnline()
  const switches = useViewSwitches()
  const { filtersJumps, skipsSilence, bySpeed } = switches.value
  const queries = useQueries({ queries: imeis.map(imei => trackOptions(imei, period, variant.source)) })
  const heard = useSameList(queries.map(({ data }) => data))
  const ready = heard.every(each => each !== undefined)
  const tracks = useMemo(
    () =>
      heard.flatMap((each, index) =>
        each ? [showTrack(each, trackTones[index % trackTones.length] ?? 'accent', filtersJumps)] : [],
      ),
    [heard, filtersJumps],
  )
  const timeline = useMemo(
    () =>
      ready
        ? timelineOf(
            tracks.map(({ track }) => track),
            skipsSilence,
          )
        : undefined,
    [ready, tracks, skipsSilence],
  )
  // The map stays when somebody goes on to another track; what was chosen on the one before does not.
  const subject = `${imeis.join()} ${period.from} ${period.to} ${at ?? ''}`
  const player = usePlayer(timeline, { at, speed }, subject)
  const { happened, missing } = useHappened(tracks, period)
  const [chosen, setChosen] = useState<Chosen>({ subject })
  const { selected, follows } =
    chosen.subject === subject ? chosen : { selected: undefined, follows: undefined }
  const follow = (imei: string | undefined) => setChosen({ subject, selected, follows: imei })
  const pick = (one: Happened) => {
    setChosen({ subject, selected: one })
    if (timeline) player.send({ on: 'jumped', to: playedAt(timeline, one.at) })
  }
  const failed = queries.filter(({ isError, data }) => isError && !data)
  const oldest = Math.min(...heard.map(each => each?.heardAt ?? serverNow()))
  const stored = !online || heard.some(each => each?.kept)
  return (
    <PageFrame scrolls>
      <TrackHead
        variant={variant}
        {...choices}
        end={
          <>
            <CopyLink player={player} timeline={timeline} imeis={imeis} period={period} />
            <ExportMenu tracks={tracks} blocked={timeline ? undefined : t`There is no track here to save.`} />
          </>
        }
      >
        {stored && ready && <StaleBadge at={oldest} fromServer />}
      </TrackHead>
      {failed[0] && tracks.length === 0 ? (
        <>
          <ErrorState
            what={i18n._(wordsForError(failed[0].error))}
            kept={
              online ? undefined : t`Without the network only tracks that were opened before can be played.`
            }
            onRetry={() => void Promise.all(failed.map(each => each.refetch()))}
          />
          {!online && <KeptTrackList source={variant.source} onChoose={onChoose} />}
        </>
      ) : ready && !timeline && failed.length === 0 ? (
        <NoPositions {...choices} />
      ) : (
        <Stack gap={3} grow mih={480} className={css.screen}>
          {failed[0] && (
            <Text
              as="p"
              padX={3}
              padY={2}
              ground="attention-soft"
              round="control"
              size="small"
              tone="attention"
              className={css.note}
              role="alert"
            >
              {i18n._(wordsForError(failed[0].error))}
            </Text>
          )}
          {(timeline || failed.length === 0) && (
            <Box shrinkDown edge="line" round="card" hidden area="map" className={css.map}>
              <TrackMap
                subject={subject}
                player={player}
                timeline={timeline}
                tracks={tracks}
                happened={happened}
                selected={selected}
                bySpeed={bySpeed}
                fences={variant.fences}
                follows={follows}
                onLetGo={() => follow(undefined)}
                onHappened={pick}
              >
                {bySpeed && <SpeedLegend />}
              </TrackMap>
            </Box>
          )}
          {timeline ? (
            <Fragment key={subject}>
              <Box area="bar" shrink className={css.bar}>
                <PlaybackBar
                  player={player}
                  timeline={timeline}
                  tracks={tracks}
                  happened={happened}
                  onHappened={pick}
                />
              </Box>
              <TrackSide
                variant={variant}
                player={player}
                timeline={timeline}
                tracks={tracks}
                happened={happened}
                missing={missing}
                selected={selected}
                onPick={pick}
                follows={follows}
                onFollow={follow}
                switches={switches}
              />
            </Fragment>
          ) : (
            failed.length === 0 && (
              <Box area="side">
                <Loading variant="detail" count={4} />
              </Box>
            )
          )}
        </Stack>
      )}
    </PageFrame>
  )
}
