// Heart rate (心率).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/heart_rate')({ staticData: { built: false } })
