// Below the wall: what its cameras recorded, on one timeline; a moment that is chosen there is played on the page of recordings.
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { recordingPermissions } from '../../domain/recordings/recording.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { MonitorTimeline } from './monitor-timeline.tsx'
import { alarmNamer } from './monitor-words.ts'
import { useClock, useMonitor, useRecorded } from './use-monitor.ts'

/** Nearer to now there is nothing to choose yet. */
const NOW_MS = 5_000

interface WallTimelineProps {
  cameraIds: readonly number[]
  alarmWords: Readonly<Record<string, MessageDescriptor>>
}

export function WallTimeline(props: WallTimelineProps) {
  const may = useRights()
  return may(recordingPermissions.play) ? <Timeline {...props} /> : null
}

function Timeline({ cameraIds, alarmWords }: WallTimelineProps) {
  const { i18n, t } = useLingui()
  const navigate = useNavigate()
  const player = useMonitor(serverNow())
  const { state, at } = useClock(player)
  const { data } = useRecorded(player, state, cameraIds)
  const now = data?.now
  const isChosen = now !== undefined && at < now - NOW_MS
  // Until somebody chooses a moment the timeline goes along with now.
  const followed = useRef<number>(undefined)
  useEffect(() => {
    if (now === undefined) return
    const chosen = followed.current !== undefined && Math.abs(player.at() - followed.current) > NOW_MS
    if (chosen) return
    player.send({ on: 'soughtTo', at: now })
    followed.current = now
  }, [player, now])
  const lanes = data?.lanes ?? []
  if (
    !data ||
    !lanes.some(
      ({ stretches, gaps, writingFrom }) => stretches.length + gaps.length > 0 || writingFrom !== null,
    )
  )
    return null
  const search = { cameras: cameraIds.join(','), at: Math.round(at) }
  return (
    <Card as="section" stack gap={2} aria-label={t`Recorded`}>
      <Row gap={2} wrap>
        <Text strong>{t`Recorded`}</Text>
        <Row pushed>
          <Button
            variant="default"
            leftSection={<Icon name="play" />}
            disabled={!isChosen}
            onClick={() => void navigate({ to: '/monitoringVideo', search })}
          >
            {isChosen ? t`Play from ${formatMoment(at)}` : t`Choose a moment to play it`}
          </Button>
        </Row>
      </Row>
      <MonitorTimeline
        player={player}
        state={state}
        at={at}
        lanes={lanes}
        alarms={data.alarms}
        nameOfAlarm={alarmNamer(i18n, alarmWords)}
        now={data.now}
      />
    </Card>
  )
}
