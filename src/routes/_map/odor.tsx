// Odour (气味).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/odor')({ staticData: { built: false } })
