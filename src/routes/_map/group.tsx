// Groups on the map (分组).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/group')({ staticData: { built: false } })
