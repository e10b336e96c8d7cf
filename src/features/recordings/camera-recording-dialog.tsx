// How each camera records by itself: off, always, at times of the week, around alarms.
import { useLingui } from '@lingui/react/macro'
import { Button, Modal, NumberInput, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cameraRecordings, saveCameraRecording } from '../../contract/endpoints/camera-recording.ts'
import {
  AFTER_SECONDS,
  BEFORE_SECONDS,
  RECORDED_DAYS,
  type RecordingSettings,
  recordingMode,
} from '../../domain/recordings/camera-recording.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { WeekTimes } from './week-times.tsx'

const KEY = ['camera', 'recordings'] as const

export function CameraRecordingDialog({ onClose }: { onClose: () => void }) {
  const { i18n, t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => sendRequest(cameraRecordings, {}, { signal }),
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const camera = data?.find(({ cameraId }) => String(cameraId) === chosen) ?? data?.[0]
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Recording settings`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {!data && error && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Loading variant="list" count={3} />}
      {data && !camera && <Text as="p">{t`No cameras yet`}</Text>}
      {data && camera && (
        <Stack gap={3}>
          <Select
            label={t`Camera`}
            allowDeselect={false}
            value={String(camera.cameraId)}
            data={data.map(({ cameraId, name }) => ({ value: String(cameraId), label: name }))}
            onChange={setChosen}
          />
          {camera.recordingSince !== null && (
            <Text tone="critical" role="status">{t`It is recording now`}</Text>
          )}
          <Form key={camera.cameraId} camera={camera} onClose={onClose} />
        </Stack>
      )}
    </Modal>
  )
}

function Form({ camera, onClose }: { camera: RecordingSettings; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { cameraId } = camera
  const [settings, setSettings] = useState<RecordingSettings>({
    cameraId,
    mode: camera.mode,
    weekly: camera.weekly,
    beforeSeconds: camera.beforeSeconds,
    afterSeconds: camera.afterSeconds,
    days: camera.days,
  })
  const [busy, setBusy] = useState(false)
  const { mode, weekly, beforeSeconds, afterSeconds, days } = settings
  const change = (more: Partial<RecordingSettings>) => setSettings(before => ({ ...before, ...more }))
  const modes = {
    off: t`Off`,
    always: t`Always`,
    schedule: t`By the week`,
    alarm: t`Around alarms`,
  }
  const number = (
    label: string,
    value: number,
    { least, most }: { least: number; most: number },
    onNumber: (next: number) => void,
  ) => (
    <NumberInput
      label={label}
      value={value}
      min={least}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      onChange={next => typeof next === 'number' && onNumber(next)}
    />
  )
  const save = async () => {
    setBusy(true)
    try {
      await sendRequest(saveCameraRecording, settings)
      await client.invalidateQueries({ queryKey: KEY })
      onClose()
    } catch (error) {
      showFailure(error)
      setBusy(false)
    }
  }
  return (
    <>
      <Select
        label={t`When it records`}
        allowDeselect={false}
        value={mode}
        data={recordingMode.options.map(value => ({ value, label: modes[value] }))}
        onChange={value => {
          const next = recordingMode.options.find(each => each === value)
          if (next) change({ mode: next })
        }}
      />
      {mode === 'schedule' && <WeekTimes times={weekly} onChange={next => change({ weekly: next })} />}
      {mode === 'alarm' && (
        <>
          {number(t`Seconds before the alarm`, beforeSeconds, BEFORE_SECONDS, next =>
            change({ beforeSeconds: next }),
          )}
          {number(t`Seconds after the alarm`, afterSeconds, AFTER_SECONDS, next =>
            change({ afterSeconds: next }),
          )}
        </>
      )}
      {mode !== 'off' && number(t`Days kept`, days, RECORDED_DAYS, next => change({ days: next }))}
      <Row gap={2} justify="end">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          loading={busy}
          disabled={mode === 'schedule' && weekly.length === 0}
          onClick={() => void save()}
        >
          {t`Save`}
        </Button>
      </Row>
    </>
  )
}
