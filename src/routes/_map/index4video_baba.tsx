// Site video wall (工地视频墙).
import { createFileRoute } from '@tanstack/react-router'
import { WallScreen } from '../../app/video-screens.tsx'

export const Route = createFileRoute('/_map/index4video_baba')({
  component: () => <WallScreen path="/index4video_baba" search={Route.useSearch()} />,
})
