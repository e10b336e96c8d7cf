// Community dashboard (社区大屏).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/index2')({ staticData: { built: false } })
