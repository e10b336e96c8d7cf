// Webhooks (Webhook 推送).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/webhooks')({
  ...entityRoute('webhook'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
