// UWB live (UWB定位).
import { createFileRoute } from '@tanstack/react-router'
import { LivePage } from '../../features/indoor/live-page.tsx'

export const Route = createFileRoute('/_map/uwb')({
  component: () => <LivePage />,
})
