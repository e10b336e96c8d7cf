// The bar of the player: play, pictures one by one, the time line with a lane for each who was recorded, speed and volume.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PlayedRecording } from '../../contract/endpoints/recording.ts'
import { type PlayingRate, playingRates } from '../../domain/recordings/playing.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Box, Card, Column, Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, formatSpan } from '../../ui/locale.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { RecordingPlayer } from './recording-player.driver.ts'
import { usePlayer } from './use-player.ts'

export interface PlayerPartProps {
  player: RecordingPlayer
  recording: PlayedRecording
}

export function PlayerBar({ player, recording }: PlayerPartProps) {
  const { t } = useLingui()
  const { playing, at } = usePlayer(player)
  const { durationMs, startedAt } = recording
  const [volume, setVolume] = useState(100)
  return (
    <Card as="section" pad={3} column gap={2} aria-label={t`Playback`} data-playing={playing.on || undefined}>
      <Column gap={1} dir="ltr">
        <Slider
          mc="recording"
          time
          label={t`Moment`}
          min={0}
          max={Math.max(1, durationMs)}
          step={1}
          value={at}
          valueText={formatMoment(startedAt + at)}
          onChange={player.go}
        />
        <Lanes recording={recording} at={at} />
      </Column>
      <Row wrap gap={2} columnGap={4} justify="between">
        <Row gap={1} dir="ltr">
          <IconButton bordered icon="back" label={t`One picture back`} onClick={() => player.frame(-1)} />
          <IconButton
            bordered
            icon={playing.on ? 'pause' : 'play'}
            label={playing.on ? t`Pause` : t`Play`}
            onClick={player.toggle}
          />
          <IconButton bordered icon="forward" label={t`One picture on`} onClick={() => player.frame(1)} />
          <Text as="bdi" dir="ltr" size="small" padX={2} nowrap data-testid="place">
            {formatSpan(at / 1000)} / {formatSpan(durationMs / 1000)}
          </Text>
          <Text size="small" tone="ink-3" role="status">
            {playing.on && playing.waiting && <Trans>Loading</Trans>}
          </Text>
        </Row>
        <SegmentedFilter
          label={t`Speed`}
          segments={playingRates.map(rate => ({ value: String(rate), label: `${rate}×` }))}
          value={String(playing.rate)}
          onChange={value => {
            const rate = playingRates.find((each): each is PlayingRate => String(each) === value)
            if (rate) player.rate(rate)
          }}
        />
        <Row gap={2} w={160}>
          <Slider
            mc="volume"
            label={t`Volume`}
            min={0}
            max={100}
            step={1}
            value={volume}
            onChange={percent => {
              setVolume(percent)
              player.setVolume(percent)
            }}
          />
        </Row>
      </Row>
    </Card>
  )
}

/** For each who was recorded: when there is something of them, and when they spoke. */
function Lanes({ recording: { tracks, marks, durationMs }, at }: { recording: PlayedRecording; at: number }) {
  const share = (ms: number) => `${(Math.min(durationMs, Math.max(0, ms)) / Math.max(1, durationMs)) * 100}%`
  const lanes = [...Map.groupBy(tracks, ({ id, whose }) => whose ?? `track ${id}`).entries()]
  return (
    <Column gap="half" relative aria-hidden="true">
      {lanes.map(([key, of]) => (
        <Box key={key} relative h={8} ground="sunken" round="small" hidden>
          {of.flatMap(({ id, spans }) =>
            spans.map(({ fromMs, toMs }) => (
              <Box
                key={`${id} ${fromMs}`}
                absolute
                ground="line-strong"
                insetY="0"
                style={{ left: share(fromMs), width: `max(2px, calc(${share(toMs)} - ${share(fromMs)}))` }}
              />
            )),
          )}
          {marks
            .filter(({ kind, whose }) => kind === 'speaker' && whose === key)
            .map(({ atMs, untilMs }) => (
              <Box
                key={atMs}
                absolute
                ground="accent"
                insetY="0"
                style={{
                  left: share(atMs),
                  width: `max(2px, calc(${share(untilMs ?? atMs)} - ${share(atMs)}))`,
                }}
              />
            ))}
        </Box>
      ))}
      <Box absolute ground="critical-fill" insetY="0" style={{ left: share(at), width: '2px' }} />
    </Column>
  )
}
