// VOCs (VOCs).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/vocs')({ staticData: { built: false } })
