// Online history (在线状态).
import { createFileRoute } from '@tanstack/react-router'
import { OnlinePage } from '../../features/devices/readings/online-page.tsx'
import { readReadingSearch } from '../../features/devices/readings/reading-search.ts'

export const Route = createFileRoute('/_map/onlineStatus')({
  component: () => <OnlinePage search={readReadingSearch(Route.useSearch())} />,
})
