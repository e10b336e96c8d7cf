// Drawings (图纸库).
import { createFileRoute } from '@tanstack/react-router'
import { drawingView } from '../../features/indoor/drawing.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/drawingList')({
  ...listRoute(async () => (await import('../../domain/indoor/indoor.ts')).drawing),
  component: () => <ListPage view={drawingView} />,
})
