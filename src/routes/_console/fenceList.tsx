// Geofences (围栏列表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/fenceList')({ staticData: { built: false } })
