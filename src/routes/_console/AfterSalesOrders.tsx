// After-sales orders (售后订单).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/AfterSalesOrders')({ staticData: { built: false } })
