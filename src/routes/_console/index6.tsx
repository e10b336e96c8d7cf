// Duty-room dashboard (值班大屏).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/index6')({ staticData: { built: false } })
