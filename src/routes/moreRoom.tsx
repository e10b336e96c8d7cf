// Rooms (多会议室). `view` tells those that run from those that are kept.
import { createFileRoute } from '@tanstack/react-router'
import { LobbyScreen } from '../app/conference-screens.tsx'

export const Route = createFileRoute('/moreRoom')({
  validateSearch: (raw: Record<string, unknown>) => raw,
  component: () => {
    const { view } = Route.useSearch()
    return <LobbyScreen view={view} />
  },
})
