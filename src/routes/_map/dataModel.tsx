// Data model (数据模型).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/dataModel')({
  ...entityRoute('productReading'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
