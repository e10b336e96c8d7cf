// Distribute (下发).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { DistributePage } from '../../features/devices/commands/distribute-page.tsx'

export const Route = createFileRoute('/_map/distribute')({
  validateSearch: readCommandSearch,
  component: () => <DistributePage search={Route.useSearch()} />,
})
