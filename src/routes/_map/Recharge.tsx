// Recharge a card (充值缴费).
import { createFileRoute } from '@tanstack/react-router'
import { CardRechargePage } from '../../features/billing/pay/card-recharge-page.tsx'

export const Route = createFileRoute('/_map/Recharge')({ component: () => <CardRechargePage /> })
