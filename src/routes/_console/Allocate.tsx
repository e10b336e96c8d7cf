// Device allocation (设备分配).
import { createFileRoute } from '@tanstack/react-router'
import { AllocatePage } from '../../features/devices/life/allocate-page.tsx'

export const Route = createFileRoute('/_console/Allocate')({
  component: () => <AllocatePage />,
})
