// Still captures from a video: of a live camera or of a stored video, taken one after the other and sent as photos.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { camera, cameraPermissions } from '../../domain/camera/camera.ts'
import { permissionFor, type RowOf } from '../../domain/entity.ts'
import { NAME_LENGTH } from '../../domain/limits.ts'
import { video } from '../../domain/media/video.ts'
import { emptyWall } from '../../domain/video/wall.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Card, List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { NoCameras } from './camera-choice.tsx'
import { type NewCapture, placeOf, type SendPhoto, still, useMayCapture } from './snapshot.ts'
import { useCameras } from './video-query.ts'
import { createWall, type WallPorts } from './wall.driver.ts'
import { WallGrid } from './wall-grid.tsx'

type VideoRow = RowOf<typeof video>

export interface CapturePageProps {
  title: string
  ports: WallPorts
  sendPhoto: SendPhoto
}

type Source = 'live' | 'stored'

/** A picture that was taken and not sent yet. */
interface Taken extends NewCapture {
  key: number
}

export function CapturePage(props: CapturePageProps) {
  const { t } = useLingui()
  const may = useRights()
  const mayCapture = useMayCapture()
  const sources = [
    may(cameraPermissions.watch) && may(permissionFor(camera, 'read')) && 'live',
    may(permissionFor(video, 'read')) && 'stored',
  ].filter((each): each is Source => typeof each === 'string')
  const [first] = sources
  const [chosen, setChosen] = useState<Source>()
  const source = chosen ?? first
  const [taken, setTaken] = useState<readonly Taken[]>([])
  if (!source || !mayCapture) return <Forbidden />
  const add = (one: NewCapture) =>
    setTaken(before => [{ ...one, key: Math.max(0, ...before.map(({ key }) => key)) + 1 }, ...before])
  return (
    <PageFrame scrolls>
      <PageHead title={props.title}>
        {sources.length > 1 && (
          <SegmentedFilter
            label={t`Captured from`}
            segments={[
              { value: 'live', label: <Trans>Live camera</Trans> },
              { value: 'stored', label: <Trans>Stored video</Trans> },
            ]}
            value={source}
            onChange={setChosen}
          />
        )}
      </PageHead>
      {source === 'live' ? <LiveSource ports={props.ports} onTaken={add} /> : <StoredSource onTaken={add} />}
      <TakenList
        taken={taken}
        onName={(key, name) =>
          setTaken(before => before.map(each => (each.key === key ? { ...each, name } : each)))
        }
        onDrop={key => setTaken(before => before.filter(each => each.key !== key))}
        onSend={async ({ key, ...one }) => {
          await props.sendPhoto(one)
          setTaken(before => before.filter(each => each.key !== key))
        }}
      />
    </PageFrame>
  )
}

/** «C» takes a picture, wherever nothing is typed. */
function useCaptureKey(take: () => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, repeat } = event
      if (key.toLowerCase() !== 'c' || ctrlKey || metaKey || altKey || repeat || event.defaultPrevented)
        return
      if (target instanceof Element && target.closest('input, textarea, select, [role=dialog]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function CaptureButton({ onTake }: { onTake: () => void }) {
  useCaptureKey(onTake)
  return (
    <Button leftSection={<Icon name="camera" />} aria-keyshortcuts="C" onClick={onTake}>
      <Trans context="video">Take a still</Trans>
    </Button>
  )
}

function LiveSource({ ports, onTaken }: { ports: WallPorts; onTaken: (one: NewCapture) => void }) {
  const { i18n, t } = useLingui()
  const { choices, all, failed, at } = useCameras('all')
  const online = useOnline()
  const [driver] = useState(() => createWall(ports, emptyWall('one')))
  const view = useSyncExternalStore(driver.subscribe, driver.read)
  const [cameraId, setCameraId] = useState<number>()
  useEffect(() => {
    driver.pause(false)
    return () => driver.pause(true)
  }, [driver])
  useEffect(() => {
    driver.send({ on: 'lay', shape: 'one', places: [cameraId] })
  }, [driver, cameraId])
  const nameOf = (id: number) => choices?.find(({ row }) => row.id === id)?.name ?? t`Camera ${id}`
  const take = async () => {
    if (cameraId === undefined) return
    const got = await still(driver.elementOf(cameraId))
    if (!got) return
    const row = all?.find(({ id }) => id === cameraId)
    onTaken({ ...got, name: nameOf(cameraId), source: 'capture', ...placeOf(row) })
  }
  if (failed && !all)
    return <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
  if (!choices) return <Loading variant="detail" />
  if (choices.length === 0) return <NoCameras set="all" />
  return (
    <Stack gap={3}>
      <Row wrap align="end" gap={2}>
        <Select
          label={t`Camera`}
          data={choices.map(({ row, name }) => ({ value: String(row.id), label: name }))}
          value={cameraId === undefined ? null : String(cameraId)}
          searchable
          nothingFoundMessage={t`No match`}
          onChange={value => setCameraId(value === null ? undefined : Number(value))}
        />
        {cameraId !== undefined && <CaptureButton onTake={() => void take()} />}
        {(!online || failed) && <StaleBadge at={at} />}
      </Row>
      {cameraId !== undefined && (
        <WallGrid
          driver={driver}
          view={view}
          nameOf={nameOf}
          chosen={undefined}
          alarmHead={undefined}
          onChoose={() => {}}
          onCapture={undefined}
          onClose={() => setCameraId(undefined)}
        />
      )}
    </Stack>
  )
}

/** One picture of most videos. */
const FRAME_SECONDS = 1 / 25
const speeds = ['0.5', '1', '2'] as const

function StoredSource({ onTaken }: { onTaken: (one: NewCapture) => void }) {
  const { i18n, t } = useLingui()
  const [id, setId] = useState<number>()
  const list = useQuery(pageOptions(video, { size: 1, sort: '-takenAt' }))
  const one = useQuery({
    ...pageOptions(video, { size: 500, sort: '-takenAt' }),
    enabled: id !== undefined,
  })
  const row = one.data?.list.find(each => each.id === id)
  if (list.isError && !list.data)
    return <ErrorState what={i18n._(wordsForError(list.error))} onRetry={() => void list.refetch()} />
  if (!list.data) return <Loading variant="detail" />
  if (list.data.total === 0)
    return (
      <Empty
        icon="video"
        title={<Trans>No videos yet</Trans>}
        why={<Trans>Stills are taken from videos that were uploaded or recorded.</Trans>}
      />
    )
  return (
    <Stack gap={3}>
      <ReferenceSelect
        label={t`Video`}
        name="video"
        entityKey={video.key}
        value={id}
        onChange={value => setId(typeof value === 'number' ? value : undefined)}
      />
      {row && <StoredVideo key={row.id} row={row} onTaken={onTaken} />}
    </Stack>
  )
}

function StoredVideo({ row, onTaken }: { row: VideoRow; onTaken: (one: NewCapture) => void }) {
  const { t } = useLingui()
  const element = useRef<HTMLVideoElement>(null)
  const [broken, setBroken] = useState(false)
  const [speed, setSpeed] = useState<(typeof speeds)[number]>('1')
  const step = (seconds: number) => {
    const { current } = element
    if (!current) return
    current.pause()
    current.currentTime = Math.max(0, current.currentTime + seconds)
  }
  const take = async () => {
    const { current } = element
    const got = await still(current ?? undefined)
    if (!got) return
    const { latitude, longitude, place } = row
    // When it was seen, not when it was taken out of the video.
    const takenAt = row.takenAt + Math.round((current?.currentTime ?? 0) * 1000)
    onTaken({
      ...got,
      takenAt,
      name: row.name,
      source: 'capture',
      ...(place && { place }),
      ...(latitude !== null && longitude !== null && { latitude, longitude }),
    })
  }
  return (
    <Stack gap={2}>
      {/* biome-ignore lint/a11y/useMediaCaption: there are no words to what a camera sees */}
      <video
        ref={element}
        className={look({ wide: true, contain: true, ground: 'sunken', round: 'card' })}
        style={{ aspectRatio: '16 / 9', maxBlockSize: 'calc(100dvh - 320px)' }}
        src={row.url}
        crossOrigin="anonymous"
        controls
        playsInline
        preload="metadata"
        aria-label={row.name}
        onError={() => setBroken(true)}
      />
      {broken && (
        <Text as="p" tone="warning" role="alert">
          <Trans>This video cannot be played here.</Trans>
        </Text>
      )}
      <Row wrap gap={2} dir="ltr">
        <Button variant="default" aria-label={t`One frame back`} onClick={() => step(-FRAME_SECONDS)}>
          −1
        </Button>
        <Button variant="default" aria-label={t`One frame on`} onClick={() => step(FRAME_SECONDS)}>
          +1
        </Button>
        <SegmentedFilter
          label={t`Speed`}
          segments={speeds.map(value => ({ value, label: `${value}×` }))}
          value={speed}
          onChange={value => {
            setSpeed(value)
            if (element.current) element.current.playbackRate = Number(value)
          }}
        />
        <CaptureButton onTake={() => void take()} />
      </Row>
    </Stack>
  )
}

interface TakenListProps {
  taken: readonly Taken[]
  onName: (key: number, name: string) => void
  onDrop: (key: number) => void
  onSend: (one: Taken) => Promise<void>
}

/** Taken, and not sent yet: named, sent, or let go of. */
function TakenList({ taken, onName, onDrop, onSend }: TakenListProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const send = async (one: Taken) => {
    setBusy(before => new Set([...before, one.key]))
    try {
      await onSend(one)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(before => new Set([...before].filter(key => key !== one.key)))
    }
  }
  const ready = useMemo(() => taken.filter(({ name }) => name.trim() !== ''), [taken])
  if (taken.length === 0)
    return (
      <Text as="p" size="small" tone="ink-2">
        <Trans>Stills that you take are listed here until you send or discard them.</Trans>
      </Text>
    )
  return (
    <Stack as="section" gap={2}>
      <Row justify="between" gap={2} wrap>
        <SectionTitle>
          <Trans>Not sent yet</Trans>
        </SectionTitle>
        {taken.length > 1 && (
          <Button
            variant="default"
            disabled={ready.length < taken.length || busy.size > 0}
            onClick={() => void Promise.all(taken.map(send))}
          >
            <Trans>Send all</Trans>
          </Button>
        )}
      </Row>
      <List stack tiles="medium" gap={3} aria-label={t`Not sent yet`}>
        {taken.map(one => (
          <Card as="li" key={one.key} stack gap={2} pad={3}>
            <img
              className={look({ wide: true, round: 'control', ground: 'sunken', contain: true })}
              style={{ aspectRatio: '16 / 9' }}
              src={one.picture}
              alt={one.name}
            />
            <Text size="caption" tone="ink-2">
              <bdi dir="ltr">{formatMoment(one.takenAt)}</bdi>
            </Text>
            <TextInput
              label={t`Name`}
              maxLength={NAME_LENGTH}
              value={one.name}
              error={one.name.trim() === '' ? t`Must not be empty` : undefined}
              onChange={event => onName(one.key, event.currentTarget.value)}
            />
            <Row wrap gap={2} justify="end">
              <Button variant="default" disabled={busy.has(one.key)} onClick={() => onDrop(one.key)}>
                <Trans>Discard</Trans>
              </Button>
              <Button
                loading={busy.has(one.key)}
                disabled={one.name.trim() === ''}
                onClick={() => void send({ ...one, name: one.name.trim() })}
              >
                <Trans>Send</Trans>
              </Button>
            </Row>
          </Card>
        ))}
      </List>
    </Stack>
  )
}
