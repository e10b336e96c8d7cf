// Fleet map (全部定位).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/locations')({ staticData: { built: false } })
