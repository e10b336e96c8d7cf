// Close breaker (合闸).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/closegate')({ staticData: { built: false } })
