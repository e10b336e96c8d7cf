// Fee runs (账单出账).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/feeRuns')({
  ...entityRoute('feeRun'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
