// Fire dashboard (消防大屏).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/index1')({ staticData: { built: false } })
