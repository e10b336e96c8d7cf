// Warehouse (仓库管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/manageStorage')({ staticData: { built: false } })
