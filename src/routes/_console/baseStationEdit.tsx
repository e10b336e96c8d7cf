// Base-station editor (基站编辑).
import { createFileRoute } from '@tanstack/react-router'
import { StationEditor } from '../../features/indoor/station-editor.tsx'

export const Route = createFileRoute('/_console/baseStationEdit')({
  component: () => <StationEditor />,
})
