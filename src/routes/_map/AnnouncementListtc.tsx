// Announcements (公告), beside the map.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/AnnouncementListtc')({
  ...entityRoute('announcement'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
