// UWB server on the map (UWB服务).
import { createFileRoute } from '@tanstack/react-router'
import { ServerMapPage } from '../../features/indoor/server-map-page.tsx'

export const Route = createFileRoute('/_map/uwbserver')({
  component: () => <ServerMapPage />,
})
