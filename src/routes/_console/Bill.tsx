// Bills (账单管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/Bill')({ staticData: { built: false } })
