// Top up for another (代充值).
import { createFileRoute } from '@tanstack/react-router'
import { TopUpPage } from '../../features/billing/pay/top-up-page.tsx'

export const Route = createFileRoute('/_map/topup1')({ component: () => <TopUpPage whose="other" /> })
