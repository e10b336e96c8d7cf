// Device groups (设备分组).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/ProductGrouping')({ staticData: { built: false } })
