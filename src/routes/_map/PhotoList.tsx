// Photos (照片), beside the map.
import { createFileRoute } from '@tanstack/react-router'
import { mapRoute } from '../../app/map-route.ts'
import { PhotoMapPage } from '../../features/media/photo-map-page.tsx'

export const Route = createFileRoute('/_map/PhotoList')({
  ...mapRoute(),
  component: () => <PhotoMapPage />,
})
