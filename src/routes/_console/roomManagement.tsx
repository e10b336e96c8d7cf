// Rooms (房屋管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { RoomPage } from '../../features/community/room-page.tsx'
import { occupancyView } from '../../features/living/occupancy.view.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_console/roomManagement')({
  ...entityRoute('room'),
  component: () => (
    <RelatedViews views={[occupancyView]}>
      <RoomPage view={Route.useLoaderData()} search={Route.useSearch()} />
    </RelatedViews>
  ),
})
