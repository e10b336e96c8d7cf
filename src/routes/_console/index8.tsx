// Wall display (综合大屏).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/index8')({ staticData: { built: false } })
