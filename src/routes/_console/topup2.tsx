// Batch top-up (批量充值).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/topup2')({ staticData: { built: false } })
