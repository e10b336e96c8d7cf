// Monitor wall (监控).
import { createFileRoute } from '@tanstack/react-router'
import { WallScreen } from '../../app/video-screens.tsx'

export const Route = createFileRoute('/_map/monitor')({
  component: () => <WallScreen path="/monitor" search={Route.useSearch()} />,
})
