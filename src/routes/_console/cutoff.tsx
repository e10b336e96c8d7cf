// Cut off power (断电).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { SwitchPage } from '../../features/devices/commands/switch-page.tsx'

export const Route = createFileRoute('/_console/cutoff')({
  validateSearch: readCommandSearch,
  component: () => <SwitchPage variant="cutoff" search={Route.useSearch()} />,
})
