// Video (视频).
import { createFileRoute } from '@tanstack/react-router'
import { VideoScreen } from '../../app/video-screens.tsx'

export const Route = createFileRoute('/_map/vedio')({
  component: () => <VideoScreen path="/vedio" search={Route.useSearch()} />,
})
