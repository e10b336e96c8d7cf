// Payment (支付).
import { createFileRoute } from '@tanstack/react-router'
import { PayPage } from '../../features/billing/pay/pay-page.tsx'

export const Route = createFileRoute('/_map/paypal')({ component: () => <PayPage raw={Route.useSearch()} /> })
