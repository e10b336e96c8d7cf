// Restart (重启设备).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/deviceReload')({ staticData: { built: false } })
