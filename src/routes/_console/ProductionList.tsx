// Production records (生产记录).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/ProductionList')({ staticData: { built: false } })
