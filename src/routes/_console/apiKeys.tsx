// API keys (API 密钥).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/apiKeys')({
  ...entityRoute('apiKey'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
