// Device detail (设备详情).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/DeviceDtail')({ staticData: { built: false } })
