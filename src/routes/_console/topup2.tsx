// Batch top-up (批量充值).
import { createFileRoute } from '@tanstack/react-router'
import { BatchPage } from '../../features/billing/pay/batch-page.tsx'

export const Route = createFileRoute('/_console/topup2')({ component: () => <BatchPage /> })
