// UWB drawings (UWB图纸).
import { createFileRoute } from '@tanstack/react-router'
import { UwbDrawingsPage } from '../../features/indoor/uwb-drawings-page.tsx'

export const Route = createFileRoute('/_console/uwbDrawingList')({
  component: () => <UwbDrawingsPage />,
})
