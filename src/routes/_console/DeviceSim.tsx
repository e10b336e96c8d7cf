// Device-SIM binding (设备绑卡).
import { createFileRoute } from '@tanstack/react-router'
import { simBinding } from '../../domain/billing/sim-card.ts'
import { simBindingView } from '../../features/billing/cards/sim-binding.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/DeviceSim')({
  ...listRoute(simBinding),
  component: () => <ListPage view={simBindingView} />,
})
