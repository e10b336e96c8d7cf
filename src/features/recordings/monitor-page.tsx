// Plays what was monitored (监控回放): up to six cameras on one clock, with alarms on their timeline, clips and holds.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { MOST_LANES } from '../../domain/recordings/monitor-playback.ts'
import { recordingPermissions } from '../../domain/recordings/recording.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Column } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading } from '../../ui/states.tsx'
import { CameraRecordingDialog } from './camera-recording-dialog.tsx'
import { MonitorControls } from './monitor-controls.tsx'
import { listenToMonitorKeys } from './monitor-keys.ts'
import type { MonitorSearch } from './monitor-search.ts'
import { MonitorTile } from './monitor-tile.tsx'
import { MonitorTimeline } from './monitor-timeline.tsx'
import { alarmNamer, stopWords } from './monitor-words.ts'
import { useClock, useMonitor, usePictures, useRecorded } from './use-monitor.ts'

interface MonitorPageProps {
  search: MonitorSearch
  /** Words of alarms belong to another room: the route brings them along. */
  alarmWords: Readonly<Record<string, MessageDescriptor>>
}

export function MonitorPage(props: MonitorPageProps) {
  const may = useRights()
  return may(recordingPermissions.play) ? <Playback key={props.search.at} {...props} /> : <Forbidden />
}

function Playback({ search, alarmWords }: MonitorPageProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const navigate = useNavigate()
  const { cameras } = search
  const player = useMonitor(search.at)
  const { state, at } = useClock(player)
  const { data, error, isError, refetch } = useRecorded(player, state, cameras)
  const pictures = usePictures(at, cameras)
  const [setting, setSetting] = useState(false)
  useEffect(() => listenToMonitorKeys(player), [player])
  const choose = (value: unknown) => {
    const ids = Array.isArray(value) ? value : []
    if (ids.length > MOST_LANES) {
      showToast({ kind: 'tip', message: msg`At most six cameras can be played at once. Take one out first.` })
      return
    }
    void navigate({ to: '.', search: before => ({ ...before, cameras: ids.join(',') || undefined }) })
  }
  const lanes = data?.lanes.filter(({ cameraId }) => cameras.includes(cameraId)) ?? []
  const names = useMemo(() => new Map(data?.lanes.map(({ cameraId, name }) => [cameraId, name])), [data])
  const troubles = [...new Set(lanes.flatMap(({ trouble }) => trouble ?? []))]
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Monitoring playback' })}
        end={
          may('camera.save') && (
            <Button
              variant="default"
              leftSection={<Icon name="tool" />}
              onClick={() => setSetting(true)}
            >{t`Recording settings`}</Button>
          )
        }
      />
      {!online && (
        <Banner tone="warning" icon="wifi-off">
          <Trans>No connection. Recordings can be played when it is back.</Trans>
        </Banner>
      )}
      {troubles.map(trouble => (
        <Banner key={trouble} tone="critical" icon="alert">
          {i18n._(stopWords[trouble])}
        </Banner>
      ))}
      <Column gap={3} padBelow={4} shrink>
        <ReferenceSelect
          label={t`Cameras (up to 6)`}
          name="cameras"
          entityKey="camera"
          many
          value={cameras}
          names={names}
          onChange={choose}
        />
        {cameras.length === 0 ? (
          <Empty icon="camera" title={t`Choose cameras to play what they recorded`} />
        ) : isError && !data ? (
          <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            <Box stack gap={2} cols={tilesOf(lanes.length)}>
              {lanes.map(lane => (
                <MonitorTile
                  key={lane.cameraId}
                  lane={lane}
                  segments={pictures.lanes.get(lane.cameraId) ?? []}
                  isLoading={pictures.isPlaceholder}
                  player={player}
                  at={at}
                />
              ))}
            </Box>
            <Card as="section" stack gap={2} aria-label={t`Playback`}>
              <MonitorControls player={player} state={state} at={at} lanes={lanes} alarms={data.alarms} />
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
          </>
        ) : (
          <Loading variant="list" count={3} />
        )}
      </Column>
      {setting && <CameraRecordingDialog onClose={() => setSetting(false)} />}
    </PageFrame>
  )
}

/** At most three beside each other, so that six and the timeline below them stand on one screen; one alone is larger. */
const tilesOf = (count: number): string => {
  const share = count > 2 ? 30 : count === 2 ? 45 : 60
  return `repeat(auto-fill, minmax(min(100%, max(280px, ${share}%)), 1fr))`
}
