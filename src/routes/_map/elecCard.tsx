// Electricity meter (电表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/elecCard')({ staticData: { built: false } })
