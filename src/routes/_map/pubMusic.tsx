// Public address (公共广播).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { PublicAddressPage } from '../../features/devices/commands/public-address-page.tsx'

export const Route = createFileRoute('/_map/pubMusic')({
  validateSearch: readCommandSearch,
  component: () => <PublicAddressPage search={Route.useSearch()} />,
})
