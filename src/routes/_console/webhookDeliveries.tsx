// What became of the messages of webhooks (Webhook 投递记录).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/webhookDeliveries')({
  ...entityRoute('webhookDelivery'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
