// Duty-room dashboard (值班大屏).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { SceneScreen } from '../../app/scene-screen.tsx'

export const Route = createFileRoute('/_console/index6')({
  ...fleetRoute(),
  component: () => <SceneScreen scene="duty" />,
})
