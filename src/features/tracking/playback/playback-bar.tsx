// The playback bar: play and pause, stop, the slider with its marks, speed, and what is shown now. Time does not mirror.
import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useEffect } from 'react'
import { type PlaybackRate, playbackRates, playbackSpeeds } from '../../../domain/track/playback.ts'
import { momentAt, type Timeline } from '../../../domain/track/timeline.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Card, Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment, useIntlLocale } from '../../../ui/locale.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { Slider } from '../../../ui/slider.tsx'
import type { Happened } from './happened.ts'
import type { Player } from './playback.driver.ts'
import css from './playback-bar.module.css'
import { listenToPlaybackKeys } from './playback-keys.ts'
import { type ShownTrack, stateAt } from './shown-track.ts'
import { TimelineMarks } from './timeline-marks.tsx'
import { distanceText, speedText } from './track-texts.ts'
import { usePlayback, usePlayed } from './use-player.ts'

interface PlaybackBarProps {
  player: Player
  timeline: Timeline
  tracks: readonly ShownTrack[]
  happened: readonly Happened[]
  onHappened: (one: Happened) => void
}

export function PlaybackBar({ player, timeline, tracks, happened, onHappened }: PlaybackBarProps) {
  const { t } = useLingui()
  const state = usePlayback(player)
  useEffect(() => listenToPlaybackKeys(player), [player])
  const playing = state.is === 'playing'
  const rates: Record<PlaybackRate, string> = {
    1: t`1 s shows 1 s`,
    10: t`1 s shows 10 s`,
    60: t`1 s shows 1 min`,
    600: t`1 s shows 10 min`,
  }
  const words = {
    ready: t`Ready`,
    playing: t`Playing`,
    paused: t`Paused`,
    finished: t({ context: 'playback', message: 'Finished' }),
    reset: t`Loading`,
  }
  return (
    <Card
      as="section"
      stack
      align="center"
      gap={1}
      columnGap={3}
      className={css.bar}
      aria-label={t`Playback`}
      data-state={state.is}
    >
      <Row align="stretch" gap={2} area="controls" dir="ltr">
        <IconButton
          bordered
          icon={playing ? 'pause' : 'play'}
          label={playing ? t`Pause` : state.is === 'finished' ? t`Play again` : t`Play`}
          onClick={() => player.send({ on: playing ? 'pausePressed' : 'playPressed' })}
        />
        <IconButton
          bordered
          icon="stop"
          label={t`Stop`}
          disabled={state.is === 'ready'}
          onClick={() => player.send({ on: 'stopPressed' })}
        />
      </Row>
      <Stack relative area="time" dir="ltr">
        <TimeSlider player={player} timeline={timeline} length={state.length} />
        <TimelineMarks timeline={timeline} happened={happened} length={state.length} onPick={onHappened} />
      </Stack>
      <Row gap={2} area="pace" className={css.pace}>
        <SegmentedFilter
          label={t`Speed`}
          segments={playbackSpeeds.map(speed => ({ value: String(speed), label: `${speed}×` }))}
          value={String(state.speed)}
          onChange={value => {
            const speed = playbackSpeeds.find(each => String(each) === value)
            if (speed) player.send({ on: 'speedChosen', speed })
          }}
        />
        <Select
          className={css.rate ?? ''}
          aria-label={t`Time scale`}
          allowDeselect={false}
          value={String(state.rate)}
          data={playbackRates.map(rate => ({ value: String(rate), label: rates[rate] }))}
          onChange={value => {
            const rate = playbackRates.find(each => String(each) === value)
            if (rate) player.send({ on: 'rateChosen', rate })
          }}
        />
      </Row>
      <Now player={player} timeline={timeline} tracks={tracks} />
      <span className="gh-hidden" role="status">
        {words[state.is]}
      </span>
    </Card>
  )
}

function TimeSlider({
  player,
  timeline,
  length,
}: Pick<PlaybackBarProps, 'player' | 'timeline'> & { length: number }) {
  const { t } = useLingui()
  const played = usePlayed(player)
  return (
    <Slider
      mc="track"
      time
      label={t`Moment`}
      min={0}
      max={Math.max(1, length)}
      step={1}
      value={played}
      valueText={formatMoment(momentAt(timeline, played))}
      onChange={to => player.send({ on: 'jumped', to })}
    />
  )
}

/** The moment, and of a single device its speed and the way it has gone. */
function Now({ player, timeline, tracks }: Pick<PlaybackBarProps, 'player' | 'timeline' | 'tracks'>) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const moment = momentAt(timeline, usePlayed(player))
  const [only] = tracks
  const now = tracks.length === 1 && only ? stateAt(only, moment) : undefined
  return (
    <Row as="dl" wrap align="stretch" gap="half" columnGap={5} size="small" area="now" className={css.now}>
      <Row align="stretch" gap={2}>
        <dt className="gh-hidden">{t`Moment`}</dt>
        <dd>
          <Text as="bdi" dir="ltr" strong data-testid="moment">
            {formatMoment(moment)}
          </Text>
        </dd>
      </Row>
      {now && (
        <>
          <Row align="stretch" gap={2}>
            <dt>
              <Trans>Speed</Trans>
            </dt>
            <dd>
              <bdi>
                {now.is === 'gap'
                  ? t`no positions`
                  : now.speed === undefined
                    ? '—'
                    : speedText(locale, now.speed)}
              </bdi>
            </dd>
          </Row>
          <Row align="stretch" gap={2}>
            <dt>
              <Trans>Distance</Trans>
            </dt>
            <dd>
              <bdi>{distanceText(locale, now.gone)}</bdi>
            </dd>
          </Row>
        </>
      )}
    </Row>
  )
}
