// Activation (设备激活).
import { createFileRoute } from '@tanstack/react-router'
import { ActivePage } from '../../features/devices/life/active-page.tsx'
import { readActiveSearch } from '../../features/devices/life/active-search.ts'

export const Route = createFileRoute('/_map/deviceActive')({
  validateSearch: readActiveSearch,
  component: () => <ActivePage />,
})
