// Regions (区域).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/province')({ staticData: { built: false } })
