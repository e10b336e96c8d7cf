// Distribute (下发).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/distribute')({ staticData: { built: false } })
