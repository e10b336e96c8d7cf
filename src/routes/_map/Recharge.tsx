// Recharge a card (充值缴费).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/Recharge')({ staticData: { built: false } })
