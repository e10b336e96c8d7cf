// Devices (设备列表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/DeviceList')({ staticData: { built: false } })
