// Mall banners (商城轮播).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/productBanner')({
  ...entityRoute('mallBanner'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
