// Device-SIM binding (设备绑卡).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/DeviceSim')({
  ...entityRoute('simBinding'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
