// Wall display (综合大屏).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { WallPage } from '../../app/wall-screen.tsx'

export const Route = createFileRoute('/_console/index8')({
  ...fleetRoute(),
  component: () => {
    const search: Readonly<Record<string, unknown>> = Route.useSearch()
    const wall = Number(search.wall)
    return <WallPage wallId={Number.isSafeInteger(wall) && wall > 0 ? wall : undefined} />
  },
})
