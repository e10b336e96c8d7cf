// Activation (设备激活).
import { createFileRoute } from '@tanstack/react-router'
import { ActivePage } from '../../features/devices/life/active-page.tsx'

export const Route = createFileRoute('/_map/deviceActive')({
  component: () => <ActivePage />,
})
