// Construction-site dashboard (工地大屏).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { SceneScreen } from '../../app/scene-screen.tsx'

export const Route = createFileRoute('/_console/index4')({
  ...fleetRoute(),
  component: () => <SceneScreen scene="site" />,
})
