// Indoor map (室内地图).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/indoorMap')({ staticData: { built: false } })
