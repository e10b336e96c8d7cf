// Top up (充值).
import { createFileRoute } from '@tanstack/react-router'
import { TopUpPage } from '../../features/billing/pay/top-up-page.tsx'

export const Route = createFileRoute('/_console/topup')({ component: () => <TopUpPage whose="own" /> })
