// UWB live (UWB定位).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/uwb')({ staticData: { built: false } })
