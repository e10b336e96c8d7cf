// Supervision dashboard (监管大屏).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { SceneScreen } from '../../app/scene-screen.tsx'

export const Route = createFileRoute('/_console/index5')({
  ...fleetRoute(),
  component: () => <SceneScreen scene="supervision" />,
})
