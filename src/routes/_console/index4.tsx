// Construction-site dashboard (工地大屏).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/index4')({ staticData: { built: false } })
