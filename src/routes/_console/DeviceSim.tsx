// Device-SIM binding (设备绑卡).
import { createFileRoute } from '@tanstack/react-router'
import { simBindingView } from '../../features/billing/cards/sim-binding.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/DeviceSim')({
  ...listRoute(async () => (await import('../../domain/billing/sim-card.ts')).simBinding),
  component: () => <ListPage view={simBindingView} />,
})
