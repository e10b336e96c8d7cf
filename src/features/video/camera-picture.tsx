// The live picture of one camera inside of another page: nothing to press, and why there is none in words.

import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { emptyWall } from '../../domain/video/wall.ts'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Row, Text } from '../../ui/kit/parts.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { shapeOf, useHealthWords } from './live-tile.tsx'
import { createWall, type TileView, type WallDriver, type WallPorts } from './wall.driver.ts'

interface CameraPictureProps {
  ports: WallPorts
  cameraId: number
  name: string
}

/** It holds a stream while it is shown, and nothing afterwards. */
export function CameraPicture({ ports, ...shown }: CameraPictureProps) {
  const [driver, setDriver] = useState<WallDriver>()
  useEffect(() => {
    const made = createWall(ports, emptyWall('one'))
    setDriver(made)
    return () => made.stop()
  }, [ports])
  return driver && <Picture key={shown.cameraId} driver={driver} {...shown} />
}

function Picture({ driver, cameraId, name }: Omit<CameraPictureProps, 'ports'> & { driver: WallDriver }) {
  const view = useSyncExternalStore(driver.subscribe, driver.read)
  useEffect(() => {
    driver.send({ on: 'lay', shape: 'one', places: [cameraId] })
  }, [driver, cameraId])
  const video = useCallback(
    (element: HTMLVideoElement | null) => driver.attach(cameraId, element),
    [driver, cameraId],
  )
  const tile = view.tiles.get(cameraId)
  const { t } = useLingui()
  const seen = tile?.picture && tile.shown.is !== 'lost' && tile.shown.is !== 'refused'
  return (
    <Box relative tall wide hidden ground="sunken">
      <video
        ref={video}
        className={look({ over: true, wide: true, tall: true, contain: true })}
        style={{ visibility: seen ? 'visible' : 'hidden' }}
        muted
        autoPlay
        playsInline
        aria-label={t`Live picture of ${name}`}
      />
      {tile && <Health tile={tile} seen={seen === true} />}
    </Box>
  )
}

function Health({ tile, seen }: { tile: TileView; seen: boolean }) {
  const words = useHealthWords(tile)
  const said = (
    <Row gap={1} padX={2} padY="half" ground="surface" round="control" fits>
      <StateMark shape={shapeOf[tile.shown.is]} />
      <Text size="caption">{words}</Text>
    </Row>
  )
  return seen ? (
    <Box absolute insetX="8px auto" insetY="auto 8px" still>
      {said}
    </Box>
  ) : (
    <Center over role="status">
      {said}
    </Center>
  )
}
