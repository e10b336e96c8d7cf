// Site map (工地地图).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/index4map')({ staticData: { built: false } })
