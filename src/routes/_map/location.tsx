// Device location (设备定位).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/location')({ staticData: { built: false } })
