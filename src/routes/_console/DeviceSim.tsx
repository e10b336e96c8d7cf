// Device-SIM binding (设备绑卡).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/DeviceSim')({ staticData: { built: false } })
