// Freight templates (运费模板).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/FreightTemplate')({ staticData: { built: false } })
