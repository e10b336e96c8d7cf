// Announcements (公告列表).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/AnnouncementList')({
  ...entityRoute('announcement'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
