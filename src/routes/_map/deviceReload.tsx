// Restart (重启设备).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { RestartPage } from '../../features/devices/commands/restart-page.tsx'

export const Route = createFileRoute('/_map/deviceReload')({
  validateSearch: readCommandSearch,
  component: () => <RestartPage search={Route.useSearch()} />,
})
