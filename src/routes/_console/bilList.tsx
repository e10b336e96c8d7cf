// My bills (我的账单).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/bilList')({ staticData: { built: false } })
