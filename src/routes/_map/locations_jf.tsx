// Monitored persons on the map (监管定位).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/locations_jf')({ staticData: { built: false } })
