// Evidence cases (证据案卷).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/evidenceCases')({
  ...entityRoute('evidenceCase'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
