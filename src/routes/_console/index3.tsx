// Campus dashboard (校园大屏).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/index3')({ staticData: { built: false } })
