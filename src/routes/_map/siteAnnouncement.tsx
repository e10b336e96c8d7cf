// Site announcements (工地公告).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/siteAnnouncement')({
  ...entityRoute('announcementReceipt'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
