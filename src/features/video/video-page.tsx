// The live picture of one device or camera, by click: the list on one side, the picture with all that belongs to it on the other.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { camera, cameraPermissions } from '../../domain/camera/camera.ts'
import { permissionFor } from '../../domain/entity.ts'
import { emptyWall, openOn } from '../../domain/video/wall.ts'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, Stack } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { CameraList, NoCameras } from './camera-choice.tsx'
import type { NearDevices } from './picture-facts.tsx'
import { placeOf, type SendPhoto, still, useMayCapture } from './snapshot.ts'
import { type CameraSet, useCameras } from './video-query.ts'
import type { VideoSearch } from './video-search.ts'
import { createWall, type WallPorts } from './wall.driver.ts'
import { WallGrid } from './wall-grid.tsx'
import { Beside, WallSide } from './wall-side.tsx'

export interface VideoPageProps {
  title: string
  ports: WallPorts
  set: CameraSet
  search: VideoSearch
  sendPhoto: SendPhoto
  Near: NearDevices
}

export function VideoPage(props: VideoPageProps) {
  const may = useRights()
  if (!may(cameraPermissions.watch) || !may(permissionFor(camera, 'read'))) return <Forbidden />
  return <VideoScreen {...props} />
}

function VideoScreen({ title, ports, set, search, sendPhoto, Near }: VideoPageProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const put = useChangeSearch(search)
  const { choices, all, failed, at } = useCameras(set)
  const [driver] = useState(() => createWall(ports, emptyWall('one')))
  const view = useSyncExternalStore(driver.subscribe, driver.read)
  const mayCapture = useMayCapture()
  const asked = all?.find(({ id, imei }) => id === search.camera || (imei != null && imei === search.imei))
  const wanted = asked?.id
  useEffect(() => {
    driver.pause(false)
    return () => driver.pause(true)
  }, [driver])
  useEffect(() => {
    driver.send({ on: 'lay', shape: 'one', places: [wanted] })
  }, [driver, wanted])
  const nameOf = (cameraId: number) =>
    choices?.find(({ row }) => row.id === cameraId)?.name ??
    all?.find(({ id }) => id === cameraId)?.name ??
    t`Camera ${cameraId}`
  const capture = async (cameraId: number) => {
    const taken = await still(driver.elementOf(cameraId))
    if (!taken) return
    await sendPhoto({ ...taken, name: nameOf(cameraId), source: 'capture', ...placeOf(asked) }).catch(
      showFailure,
    )
  }
  const onCapture = mayCapture ? (cameraId: number) => void capture(cameraId) : undefined
  const [open] = openOn(view.wall)
  const list = (
    <Card as="section" pad={3}>
      <CameraList
        set={set}
        open={open === undefined ? [] : [open]}
        tiles={set === 'site'}
        onChoose={({ row }) => put({ camera: row.id, imei: undefined }, { replace: wanted === undefined })}
      />
    </Card>
  )
  return (
    <PageFrame scrolls>
      <PageHead title={title} count={choices?.length}>
        {all && (!online || failed) && <StaleBadge at={at} />}
      </PageHead>
      {failed && !all ? (
        <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
      ) : !choices ? (
        <Loading variant="detail" />
      ) : choices.length === 0 && wanted === undefined ? (
        <NoCameras set={set} />
      ) : wanted === undefined ? (
        <>
          {(search.imei !== undefined || search.camera !== undefined) && (
            <Empty
              icon="camera"
              title={<Trans>This device has no picture</Trans>}
              why={<Trans>No camera in use is set up for it. Choose another one.</Trans>}
            />
          )}
          {list}
        </>
      ) : (
        <>
          <Beside
            main={
              <Stack gap={3}>
                <WallGrid
                  driver={driver}
                  view={view}
                  nameOf={nameOf}
                  chosen={wanted}
                  alarmHead={undefined}
                  onChoose={() => {}}
                  onCapture={onCapture}
                  onClose={() => put({ camera: undefined, imei: undefined }, { replace: false })}
                />
                <div>
                  <Button
                    variant="default"
                    leftSection={<Icon name="close" size={16} />}
                    onClick={() => put({ camera: undefined, imei: undefined }, { replace: false })}
                  >
                    <Trans>Close this picture</Trans>
                  </Button>
                </div>
              </Stack>
            }
            side={
              <WallSide
                driver={driver}
                view={view}
                nameOf={nameOf}
                rowOf={() => asked}
                chosen={wanted}
                onChoose={() => {}}
                onCapture={onCapture}
                Near={Near}
              />
            }
          />
          {list}
        </>
      )}
    </PageFrame>
  )
}
