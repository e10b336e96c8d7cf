// Device allocation (设备分配).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/Allocate')({ staticData: { built: false } })
