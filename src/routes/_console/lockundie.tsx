// Unlock breaker (解锁).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { SwitchPage } from '../../features/devices/commands/switch-page.tsx'

export const Route = createFileRoute('/_console/lockundie')({
  validateSearch: readCommandSearch,
  component: () => <SwitchPage variant="unlock" search={Route.useSearch()} />,
})
