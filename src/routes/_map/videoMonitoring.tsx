// Video monitoring (视频监控).
import { createFileRoute } from '@tanstack/react-router'
import { WallScreen } from '../../app/video-screens.tsx'

export const Route = createFileRoute('/_map/videoMonitoring')({
  component: () => <WallScreen path="/videoMonitoring" search={Route.useSearch()} />,
})
