// Close breaker (合闸).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { SwitchPage } from '../../features/devices/commands/switch-page.tsx'

export const Route = createFileRoute('/_console/closegate')({
  validateSearch: readCommandSearch,
  component: () => <SwitchPage variant="close" search={Route.useSearch()} />,
})
