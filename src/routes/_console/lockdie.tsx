// Lock breaker (锁定).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { SwitchPage } from '../../features/devices/commands/switch-page.tsx'

export const Route = createFileRoute('/_console/lockdie')({
  validateSearch: readCommandSearch,
  component: () => <SwitchPage variant="lock" search={Route.useSearch()} />,
})
