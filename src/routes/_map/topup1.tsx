// Top up for another (代充值).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/topup1')({ staticData: { built: false } })
