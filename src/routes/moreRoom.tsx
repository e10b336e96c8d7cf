// Rooms (多会议室).
import { createFileRoute } from '@tanstack/react-router'
import { LobbyScreen } from '../app/conference-screens.tsx'

export const Route = createFileRoute('/moreRoom')({
  component: () => <LobbyScreen />,
})
