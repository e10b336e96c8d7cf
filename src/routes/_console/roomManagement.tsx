// Rooms (房屋管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { RoomPage } from '../../features/community/room-page.tsx'

export const Route = createFileRoute('/_console/roomManagement')({
  ...entityRoute('room'),
  component: () => <RoomPage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
