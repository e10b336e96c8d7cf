// UWB full screen (UWB全屏).
import { createFileRoute } from '@tanstack/react-router'
import { WallPage } from '../../features/indoor/wall-page.tsx'

export const Route = createFileRoute('/_map/uwbfull')({
  component: () => <WallPage />,
})
