// Recharge a card (充值缴费).
import { createFileRoute } from '@tanstack/react-router'
import { SimCardRechargePage } from '../../features/billing/pay/sim-card-recharge-page.tsx'

export const Route = createFileRoute('/_map/Recharge')({ component: () => <SimCardRechargePage /> })
