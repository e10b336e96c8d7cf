// City dashboard (城市总览).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { SceneScreen } from '../../app/scene-screen.tsx'

export const Route = createFileRoute('/_console/index')({
  ...fleetRoute(),
  component: () => <SceneScreen scene="city" />,
})
