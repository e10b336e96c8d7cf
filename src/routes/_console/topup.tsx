// Top up (充值).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/topup')({ staticData: { built: false } })
