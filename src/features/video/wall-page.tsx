// The wall: up to six live pictures at once, in one's own layouts, in a window of its own, with the alarms that open a camera.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { camera, cameraPermissions, MOST_MONITORS } from '../../domain/camera/camera.ts'
import { permissionFor } from '../../domain/entity.ts'
import { openOn, outOfSight, placesIn, type WallShape, wallShapes } from '../../domain/video/wall.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { keep, readKept } from '../../resource/kept.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { useFullScreen } from '../../ui/full-screen.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Empty, ErrorState, Forbidden, StaleBadge } from '../../ui/states.tsx'
import { CameraDialog, NoCameras } from './camera-choice.tsx'
import { LayoutsMenu } from './layouts-menu.tsx'
import type { NearDevices } from './picture-facts.tsx'
import { placeOf, type SendPhoto, still, useMayCapture } from './snapshot.ts'
import { useAlarmCameras, useWall } from './use-wall.ts'
import { type CameraSet, useCameras } from './video-query.ts'
import { refusalWords, shapeNames, shapeWords } from './video-words.ts'
import type { WallPorts } from './wall.driver.ts'
import { AlarmHead, AlarmOpened } from './wall-alarm.tsx'
import { WallGrid } from './wall-grid.tsx'
import { Beside, WallSide } from './wall-side.tsx'

export interface WallPageProps {
  title: string
  ports: WallPorts
  /** Which cameras may be put on it. */
  set: CameraSet
  shape: WallShape
  /** Opens the first six by itself where nothing was left on it. */
  fills?: boolean
  /** In a window of its own, without the frame of the console. */
  ownWindow: boolean
  /** Opens that window; false where the browser does not let it. */
  onOwnWindow: () => boolean
  sendPhoto: SendPhoto
  Near: NearDevices
  /** Stands below the pictures, for the cameras that are open: their recordings. */
  below?: ((cameraIds: readonly number[]) => ReactNode) | undefined
}

const ALARMS_OPEN = 'wall-alarms'
const blockedWindow = msg`The browser did not let a window open. Allow it for this page.`

export function WallPage(props: WallPageProps) {
  const may = useRights()
  if (!may(cameraPermissions.watch) || !may(permissionFor(camera, 'read'))) return <Forbidden />
  return <WallScreen {...props} />
}

function WallScreen(props: WallPageProps) {
  const { title, set, ownWindow } = props
  const { i18n, t } = useLingui()
  const phone = useScreen() === 'phone'
  const online = useOnline()
  const { choices, all, failed, at } = useCameras(set)
  const { driver, view, is, take } = useWall({
    ports: props.ports,
    name: `wall-${set}`,
    shape: props.shape,
    takes: ownWindow,
  })
  const { wall } = view
  const [alarmsOpen, setAlarmsOpen] = useState(() => readKept(ALARMS_OPEN) !== false)
  const alarm = useAlarmCameras(driver, wall, is === 'here' ? all : undefined, alarmsOpen)
  const [choosing, setChoosing] = useState<{ place: number | undefined }>()
  const [picked, setPicked] = useState<number>()
  const mayCapture = useMayCapture()
  const full = useFullScreen()
  const open = openOn(wall)
  const hidden = outOfSight(wall).length
  const chosen =
    picked !== undefined && open.includes(picked)
      ? picked
      : (wall.alarm?.key ?? open.find(key => view.tiles.has(key)))
  const rowOf = (cameraId: number) => all?.find(({ id }) => id === cameraId)
  const nameOf = (cameraId: number) =>
    choices?.find(({ row }) => row.id === cameraId)?.name ??
    rowOf(cameraId)?.name ??
    view.tiles.get(cameraId)?.facts?.name ??
    t`Camera ${cameraId}`
  const fill = () => {
    for (const { row } of choices?.slice(0, MOST_MONITORS) ?? []) driver.send({ on: 'open', key: row.id })
  }
  useFilled(is === 'here' && choices !== undefined, () => {
    if (props.fills && open.length === 0) fill()
  })
  const capture = async (cameraId: number) => {
    const taken = await still(driver.elementOf(cameraId))
    if (!taken) return
    await props
      .sendPhoto({ ...taken, name: nameOf(cameraId), source: 'capture', ...placeOf(rowOf(cameraId)) })
      .catch(showFailure)
  }
  const choose = (place: number | undefined) =>
    open.length >= MOST_MONITORS
      ? showToast({ kind: 'tip', message: refusalWords.full })
      : setChoosing({ place })
  const ownWindowButton = !ownWindow && !phone && (
    <Button
      variant="default"
      leftSection={<Icon name="share-screen" />}
      onClick={() => {
        if (!props.onOwnWindow()) showToast({ kind: 'tip', message: blockedWindow })
      }}
    >
      <Trans>Own window</Trans>
    </Button>
  )
  if (is === 'elsewhere')
    return (
      <PageFrame scrolls>
        <PageHead title={title} />
        <Empty
          icon="share-screen"
          title={<Trans>The wall is open in another window</Trans>}
          why={<Trans>At most six pictures are open at once, so it is in one window at a time.</Trans>}
          action={
            <Button onClick={take}>
              <Trans>Show it here</Trans>
            </Button>
          }
        />
      </PageFrame>
    )
  if (failed && !all)
    return (
      <PageFrame scrolls>
        <PageHead title={title} />
        <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
      </PageFrame>
    )
  const count = (
    <Text tone="ink-3" size="title" plain>
      {t`${open.length} of ${MOST_MONITORS}`}
    </Text>
  )
  return (
    <PageFrame scrolls>
      <PageHead
        title={title}
        end={
          <>
            {ownWindowButton}
            {full && !phone && (
              <Button
                variant="default"
                leftSection={<Icon name={full.on ? 'shrink' : 'expand'} />}
                onClick={full.toggle}
              >
                {full.on ? <Trans>Leave full screen</Trans> : <Trans>Full screen</Trans>}
              </Button>
            )}
            {open.length === 0 && choices && choices.length > 1 && (
              <Button variant="default" leftSection={<Icon name="grid" />} onClick={fill}>
                <Trans context="video">Fill the wall</Trans>
              </Button>
            )}
            <Button leftSection={<Icon name="plus" />} onClick={() => choose(undefined)}>
              <Trans>Open a picture</Trans>
            </Button>
          </>
        }
      >
        {count}
        <SegmentedFilter
          label={t`Layout`}
          segments={wallShapes.map(shape => ({
            value: shape,
            label: (
              <>
                <span aria-hidden>{i18n._(shapeWords[shape])}</span>
                <span className="gh-hidden">{i18n._(shapeNames[shape])}</span>
              </>
            ),
          }))}
          value={wall.shape}
          onChange={shape => driver.send({ on: 'shape', shape })}
        />
        <LayoutsMenu
          wall={wall}
          onLay={({ shape, cameraIds }) =>
            driver.send({
              on: 'lay',
              shape,
              // One that was deleted or taken out of use since leaves its place free.
              places: cameraIds.map(key => (key !== null && (!all || rowOf(key)) ? key : undefined)),
            })
          }
        />
        {all && (!online || failed) && <StaleBadge at={at} />}
      </PageHead>
      <AlarmOpened wall={wall} nameOf={nameOf} onBack={() => driver.send({ on: 'putBack' })} />
      {choices?.length === 0 && open.length === 0 ? (
        <NoCameras set={set} />
      ) : (
        <Beside
          main={
            <WallGrid
              driver={driver}
              view={view}
              nameOf={nameOf}
              chosen={chosen}
              alarmHead={alarm && <AlarmHead row={alarm.row} />}
              onChoose={setPicked}
              onCapture={mayCapture ? cameraId => void capture(cameraId) : undefined}
              onOpen={choose}
            />
          }
          side={
            open.length > 0 && (
              <WallSide
                driver={driver}
                view={view}
                nameOf={nameOf}
                rowOf={rowOf}
                chosen={chosen}
                onChoose={setPicked}
                onCapture={mayCapture ? cameraId => void capture(cameraId) : undefined}
                Near={props.Near}
                alarm={alarm}
              />
            )
          }
        />
      )}
      <Row wrap gap={4} size="small" tone="ink-2">
        <Switch
          label={t`Alarms open the nearest camera`}
          checked={alarmsOpen}
          onChange={event => {
            setAlarmsOpen(event.currentTarget.checked)
            keep(ALARMS_OPEN, event.currentTarget.checked)
          }}
        />
        {hidden > 0 && <Text role="status">{t`Open, but out of sight in this layout: ${hidden}`}</Text>}
      </Row>
      {open.length > 0 && props.below?.(open.slice(0, placesIn[wall.shape]))}
      <CameraDialog
        opened={choosing !== undefined}
        set={set}
        open={open}
        onChoose={({ row }) => {
          driver.send({
            on: 'open',
            key: row.id,
            ...(choosing?.place !== undefined && { place: choosing.place }),
          })
          // A place was asked for: it is taken now. Else the next one is chosen.
          if (choosing?.place !== undefined) setChoosing(undefined)
        }}
        onClose={() => setChoosing(undefined)}
      />
    </PageFrame>
  )
}

/** Fills the wall once, as soon as it is known what there is. */
function useFilled(known: boolean, fill: () => void): void {
  const done = useRef(false)
  useEffect(() => {
    if (!known || done.current) return
    done.current = true
    fill()
  }, [known, fill])
}
