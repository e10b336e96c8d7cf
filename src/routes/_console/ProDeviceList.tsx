// Property devices (物业设备).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/ProDeviceList')({ staticData: { built: false } })
