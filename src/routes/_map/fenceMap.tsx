// Fence map (围栏地图).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/fenceMap')({ staticData: { built: false } })
