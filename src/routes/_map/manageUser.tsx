// Site staff (人员管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { leaveRequestView } from '../../features/leave/leave-request.view.tsx'
import { workItemView } from '../../features/site/work-item.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

const related = [leaveRequestView, workItemView]

export const Route = createFileRoute('/_map/manageUser')({
  ...entityRoute('worker'),
  component: () => (
    <RelatedViews views={related}>
      <ListPage view={Route.useLoaderData()} />
    </RelatedViews>
  ),
})
