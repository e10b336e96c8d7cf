// Device allocation (设备分配).
import { createFileRoute } from '@tanstack/react-router'
import { device } from '../../domain/device/device.ts'
import { AllocatePage } from '../../features/devices/life/allocate-page.tsx'
import { readAllocateSearch } from '../../features/devices/life/allocate-search.ts'
import { readListSearch } from '../../resource/search.ts'

export const Route = createFileRoute('/_console/Allocate')({
  validateSearch: raw => ({ ...readListSearch(device, raw), ...readAllocateSearch(raw) }),
  component: () => <AllocatePage />,
})
