// Production system (生产系统).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/productionSystem')({ staticData: { built: false } })
