// Over the timeline: play, frames, speed, half a minute before the last alarm, what is in sight, clips and holds.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import {
  clipOfCameras,
  holdRecorded,
  type RecordedAlarm,
  type RecordedLane,
} from '../../contract/endpoints/camera-recording.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { monitorSpeeds, type Playing, zooms } from '../../domain/recordings/monitor-playback.ts'
import { recordingPermissions } from '../../domain/recordings/recording.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useRights } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, formatSpan } from '../../ui/locale.ts'
import { MenuAction } from '../../ui/menu-action.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import type { MonitorPlayer } from './monitor.driver.ts'

interface MonitorControlsProps {
  player: MonitorPlayer
  state: Playing
  at: number
  lanes: readonly RecordedLane[]
  alarms: readonly RecordedAlarm[]
}

export function MonitorControls({ player, state, at, lanes, alarms }: MonitorControlsProps) {
  const { t } = useLingui()
  const runs = state.since !== undefined
  const lastAlarm = alarms.reduce<RecordedAlarm | undefined>(
    (last, alarm) => (alarm.at <= at && (!last || alarm.at > last.at) ? alarm : last),
    undefined,
  )
  const nearest = lastAlarm ?? alarms.at(-1)
  const zoomWords = { [10 * MINUTE_MS]: t`10 min`, [HOUR_MS]: t`1 h`, [DAY_MS]: t`24 h` }
  return (
    <Row wrap gap={2}>
      <Row gap={1} dir="ltr">
        <IconButton
          bordered
          icon={runs ? 'pause' : 'play'}
          label={runs ? t`Pause` : t`Play`}
          onClick={() => player.send({ on: 'toggled' })}
        />
        <IconButton
          bordered
          icon="first"
          label={t`One frame back`}
          onClick={() => player.send({ on: 'steppedFrames', by: -1 })}
        />
        <IconButton
          bordered
          icon="last"
          label={t`One frame on`}
          onClick={() => player.send({ on: 'steppedFrames', by: 1 })}
        />
      </Row>
      <SegmentedFilter
        label={t`Speed`}
        segments={monitorSpeeds.map(speed => ({
          value: String(speed),
          label: speed === 0.5 ? '½×' : `${speed}×`,
        }))}
        value={String(state.speed)}
        onChange={value => {
          const speed = monitorSpeeds.find(each => String(each) === value)
          if (speed) player.send({ on: 'speedChosen', speed })
        }}
      />
      <Button
        variant="default"
        leftSection={<Icon name="alert" />}
        disabled={!nearest}
        onClick={() => nearest && player.send({ on: 'alarmChosen', at: nearest.at })}
      >
        {t`30 s before the alarm`}
      </Button>
      <Text as="bdi" dir="ltr" strong data-testid="moment">
        {formatMoment(at)}
      </Text>
      <Row gap={2} wrap pushed>
        <Button
          variant="default"
          onClick={() => player.send({ on: 'soughtTo', at: serverNow() - MINUTE_MS })}
        >
          {t`Now`}
        </Button>
        <SegmentedFilter
          label={t`In sight`}
          segments={zooms.map(zoom => ({ value: String(zoom), label: zoomWords[zoom] }))}
          value={String(state.zoom)}
          onChange={value => {
            const zoom = zooms.find(each => String(each) === value)
            if (zoom) player.send({ on: 'zoomChosen', zoom })
          }}
        />
        <Clip player={player} state={state} lanes={lanes} />
      </Row>
    </Row>
  )
}

/** Two presses choose a clip; then it is cut, held, or let go of. */
function Clip({ player, state, lanes }: Pick<MonitorControlsProps, 'player' | 'state' | 'lanes'>) {
  const { t } = useLingui()
  const may = useRights()
  const [busy, setBusy] = useState(false)
  const [holding, setHolding] = useState(false)
  const { clip } = state
  const [download, hold] = [may(recordingPermissions.download), may('recording.hold')]
  if (!download && !hold) return null
  if (!clip)
    return (
      <Button leftSection={<Icon name="copy" />} onClick={() => player.send({ on: 'clipBegun' })}>
        {t`Cut a clip`}
      </Button>
    )
  const { from, to } = clip
  if (to === undefined)
    return (
      <>
        <Button onClick={() => player.send({ on: 'clipEnded' })}>{t`End the clip here`}</Button>
        <IconButton
          icon="close"
          label={t`Discard the clip`}
          onClick={() => player.send({ on: 'clipCleared' })}
        />
      </>
    )
  const chosen = {
    cameraIds: lanes.map(({ cameraId }) => cameraId),
    from: Math.floor(from),
    to: Math.ceil(to),
  }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch(showFailure)
    setBusy(false)
  }
  const save = () =>
    run(async () => {
      const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
      await sendRequest(clipOfCameras, { ...chosen, zone })
      showToast({ kind: 'ok', message: msg`The clip is being cut. It will be among the download tasks.` })
      player.send({ on: 'clipCleared' })
    })
  const keep = (reason: string | undefined) =>
    run(async () => {
      await sendRequest(holdRecorded, { ...chosen, ...(reason !== undefined && { reason }) })
      showToast({
        kind: 'ok',
        message:
          reason === undefined
            ? msg({ context: 'recording', message: 'Released' })
            : msg({ context: 'recording', message: 'Held' }),
      })
      setHolding(false)
    })
  return (
    <>
      <Text as="bdi" size="small" tone="ink-2">
        {formatSpan(Math.round((to - from) / 1000))}
      </Text>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button loading={busy} rightSection={<Icon name="down" />}>{t`Clip`}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {download && <MenuAction label={t`Download`} blocked={undefined} onRun={() => void save()} />}
          {hold && (
            <MenuAction
              label={t({ context: 'recording', message: 'Hold' })}
              blocked={undefined}
              onRun={() => setHolding(true)}
            />
          )}
          {hold && (
            <MenuAction
              label={t({ context: 'recording', message: 'Release' })}
              blocked={undefined}
              onRun={() => void keep(undefined)}
            />
          )}
        </Menu.Dropdown>
      </Menu>
      <IconButton
        icon="close"
        label={t`Discard the clip`}
        onClick={() => player.send({ on: 'clipCleared' })}
      />
      {holding && <HoldDialog onHold={reason => void keep(reason)} onClose={() => setHolding(false)} />}
    </>
  )
}
