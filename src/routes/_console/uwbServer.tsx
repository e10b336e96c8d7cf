// UWB servers (UWB服务器).
import { createFileRoute } from '@tanstack/react-router'
import { uwbServerView } from '../../features/indoor/uwb-server.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/uwbServer')({
  ...listRoute(async () => (await import('../../domain/indoor/indoor.ts')).uwbServer),
  component: () => <ListPage view={uwbServerView} />,
})
