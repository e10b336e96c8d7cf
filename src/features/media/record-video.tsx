// Records a short video with its place and time, also where there is no network.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { SECOND_MS } from '../../domain/durations.ts'
import { video } from '../../domain/media/video.ts'
import { shrunkPhoto } from '../../platform/photo.ts'
import { problemOfCapture } from '../../platform/rtc/media-check.ts'
import { serverNow } from '../../platform/server-clock.ts'
import {
  canRecordVideo,
  LONGEST_VIDEO_SECONDS,
  openVideoRecorder,
  stillOf,
  type VideoRecorder,
} from '../../platform/video-recorder.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { sendVideo } from './send-taken.ts'
import { TakenForm } from './taken-form.tsx'

interface Recorded {
  file: File
  address: string
  cover: string | undefined
  takenAt: number
}

const pictureLook = look({
  wide: true,
  round: 'control',
  ground: 'sunken',
  contain: true,
  atMostTall: 'part',
})

export function RecordVideo() {
  const { t } = useLingui()
  const may = useRights()
  const [open, setOpen] = useState(false)
  const [recorded, setRecorded] = useState<Recorded>()
  const [busy, setBusy] = useState(false)
  useEffect(() => () => URL.revokeObjectURL(recorded?.address ?? ''), [recorded])
  if (!canRecordVideo() || !may('video.save') || !may('file.save')) return null
  const close = () => {
    setOpen(false)
    setRecorded(undefined)
    setBusy(false)
  }
  return (
    <>
      <Button leftSection={<Icon name="video" />} onClick={() => setOpen(true)}>
        {t`Record a video`}
      </Button>
      <Modal
        opened={open}
        onClose={close}
        // What is being recorded does not go by a slip of the hand.
        closeOnClickOutside={!busy && !recorded}
        closeOnEscape={!busy && !recorded}
        title={recorded ? t`Send the video` : t`Record a video`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {recorded ? (
          <TakenForm
            entity={video}
            takenAt={recorded.takenAt}
            name={t`Video ${formatMoment(recorded.takenAt)}`}
            send={facts => sendVideo({ ...facts, file: recorded.file, cover: recorded.cover })}
            onClose={close}
          >
            {/* biome-ignore lint/a11y/useMediaCaption: what somebody has just recorded has no captions */}
            <video
              className={pictureLook}
              src={recorded.address}
              controls
              playsInline
              aria-label={t`What you recorded`}
            />
          </TakenForm>
        ) : (
          open && <Finder onBusy={setBusy} onRecorded={setRecorded} />
        )}
      </Modal>
    </>
  )
}

interface FinderProps {
  onBusy: (busy: boolean) => void
  onRecorded: (recorded: Recorded) => void
}

/** What the camera sees, and the button. */
function Finder({ onBusy, onRecorded }: FinderProps) {
  const { t } = useLingui()
  const picture = useRef<HTMLVideoElement>(null)
  const [recorder, setRecorder] = useState<VideoRecorder>()
  const [problem, setProblem] = useState<'refused' | 'missing' | 'failed'>()
  const [seconds, setSeconds] = useState<number>()
  useEffect(() => {
    let gone = false
    let mine: VideoRecorder | undefined
    openVideoRecorder().then(
      opened => {
        mine = opened
        if (gone) return opened.close()
        if (picture.current) picture.current.srcObject = opened.stream
        setRecorder(opened)
      },
      error => setProblem(problemOfCapture(error) === 'refused' ? 'refused' : 'missing'),
    )
    return () => {
      gone = true
      mine?.close()
    }
  }, [])
  const recording = seconds !== undefined
  useEffect(() => {
    if (!recording) return
    const timer = setInterval(() => setSeconds(before => (before ?? 0) + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [recording])
  useEffect(() => {
    if ((seconds ?? 0) >= LONGEST_VIDEO_SECONDS) recorder?.stop()
  }, [seconds, recorder])
  const record = async () => {
    if (!recorder) return
    const takenAt = serverNow()
    setSeconds(0)
    onBusy(true)
    try {
      const still = picture.current ? await stillOf(picture.current) : undefined
      const cover = still && (await shrunkPhoto(still).catch(() => undefined))
      const file = await recorder.record()
      onRecorded({ file, address: URL.createObjectURL(file), cover, takenAt })
    } catch {
      setProblem('failed')
    } finally {
      onBusy(false)
    }
  }
  const problems = {
    refused: t`The camera was refused. Allow it in the browser, then open this again.`,
    missing: t`No camera could be opened on this device.`,
    failed: t`The video could not be recorded. Open this again.`,
  }
  if (problem)
    return (
      <Text as="p" tone="critical" role="alert">
        {problems[problem]}
      </Text>
    )
  return (
    <Stack gap={3}>
      <video
        ref={picture}
        className={pictureLook}
        muted
        autoPlay
        playsInline
        aria-label={t`What the camera sees`}
      />
      <Row gap={2} size="small" tone="ink-2">
        <Text role="timer" aria-label={t`Recorded so far`}>
          {clock(seconds ?? 0)} / {clock(LONGEST_VIDEO_SECONDS)}
        </Text>
        {recorder?.silent && <Text>{t`without sound`}</Text>}
      </Row>
      <Box row wrap align="stretch" justify="end" gap={2}>
        {recording ? (
          <Button color="critical" leftSection={<Icon name="stop" />} onClick={() => recorder?.stop()}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <Button loading={!recorder} leftSection={<Icon name="record" />} onClick={() => void record()}>
            <Trans>Start recording</Trans>
          </Button>
        )}
      </Box>
    </Stack>
  )
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
