// Payment (支付).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/paypal')({ staticData: { built: false } })
