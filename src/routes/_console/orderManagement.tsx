// Orders (订单管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/orderManagement')({ staticData: { built: false } })
