// Time machine (时间机器).
import { createFileRoute } from '@tanstack/react-router'
import { mapRoute } from '../../app/map-route.ts'
import { ReplayScreen } from '../../app/replay-screen.tsx'

export const Route = createFileRoute('/_console/timeMachine')({
  ...mapRoute(),
  component: () => <ReplayScreen search={Route.useSearch()} />,
})
