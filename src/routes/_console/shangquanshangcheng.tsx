// Merchants (商圈商城).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/shangquanshangcheng')({
  ...entityRoute('merchant'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
