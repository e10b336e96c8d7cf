// Supervision dashboard (监管大屏).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/index5')({ staticData: { built: false } })
