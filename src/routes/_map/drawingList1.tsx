// Drawings beside the map (图纸).
import { createFileRoute } from '@tanstack/react-router'
import { SitePlansPage } from '../../features/indoor/site-plans-page.tsx'

export const Route = createFileRoute('/_map/drawingList1')({
  component: () => <SitePlansPage />,
})
