// Random check (随机抽查).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { RandomCheckPage } from '../../features/devices/commands/random-check-page.tsx'

export const Route = createFileRoute('/_map/randomReload')({
  validateSearch: readCommandSearch,
  component: () => <RandomCheckPage search={Route.useSearch()} />,
})
