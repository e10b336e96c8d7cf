// Allocation on the map (分配).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/allocation')({ staticData: { built: false } })
