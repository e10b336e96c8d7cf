// Group voice (多人语音). `roomId` is its number.
import { createFileRoute } from '@tanstack/react-router'
import { RoomScreen } from '../app/conference-screens.tsx'

export const Route = createFileRoute('/multiVoice')({
  validateSearch: (raw: Record<string, unknown>) => raw,
  component: () => {
    const { roomId } = Route.useSearch()
    return <RoomScreen room={roomId} voiceOnly />
  },
})
