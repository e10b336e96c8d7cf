// Indoor map (室内地图).
import { createFileRoute } from '@tanstack/react-router'
import { IndoorPage } from '../../features/indoor/indoor-page.tsx'

export const Route = createFileRoute('/_map/indoorMap')({
  component: () => <IndoorPage />,
})
