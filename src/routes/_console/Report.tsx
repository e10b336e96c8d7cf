// Reports (报表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/Report')({ staticData: { built: false } })
