// Positions (岗位管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { workerView } from '../../features/people/worker.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

const related = [workerView]

export const Route = createFileRoute('/_map/managePost')({
  ...entityRoute('post'),
  component: () => (
    <RelatedViews views={related}>
      <ListPage view={Route.useLoaderData()} />
    </RelatedViews>
  ),
})
