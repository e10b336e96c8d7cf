// Site video (工地视频).
import { createFileRoute } from '@tanstack/react-router'
import { VideoScreen } from '../../app/video-screens.tsx'

export const Route = createFileRoute('/_map/index4video')({
  component: () => <VideoScreen path="/index4video" search={Route.useSearch()} />,
})
