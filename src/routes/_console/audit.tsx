// Applications (申请审核).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/audit')({ staticData: { built: false } })
