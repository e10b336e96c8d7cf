// Allocation progress (分配进度).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/allocationProcess')({ staticData: { built: false } })
