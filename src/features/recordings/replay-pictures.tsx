// Pictures of several cameras on somebody else's clock: each is corrected to it, never to another.
import type { RecordedLane } from '../../contract/endpoints/camera-recording.ts'
import { Box } from '../../ui/kit/parts.tsx'
import { MonitorTile, type PictureClock } from './monitor-tile.tsx'
import { usePictures } from './use-monitor.ts'

interface ReplayPicturesProps {
  clock: PictureClock
  at: number
  lanes: readonly RecordedLane[]
}

export function ReplayPictures({ clock, at, lanes }: ReplayPicturesProps) {
  const pictures = usePictures(
    at,
    lanes.map(({ cameraId }) => cameraId),
  )
  if (lanes.length === 0) return null
  return (
    <Box stack gap={2} cols="repeat(auto-fill, minmax(min(100%, 240px), 1fr))">
      {lanes.map(lane => (
        <MonitorTile
          key={lane.cameraId}
          lane={lane}
          segments={pictures.lanes.get(lane.cameraId) ?? []}
          isLoading={pictures.isPlaceholder}
          player={clock}
          at={at}
        />
      ))}
    </Box>
  )
}
