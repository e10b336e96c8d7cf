// Monitored persons (监管对象).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/regulatoryList')({
  ...entityRoute('monitoredPerson'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
