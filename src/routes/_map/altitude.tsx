// Altitude (海拔).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/altitude')({ staticData: { built: false } })
