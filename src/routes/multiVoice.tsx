// Group voice (多人语音). `roomId` is its number, `imeis` the devices to call.
import { createFileRoute } from '@tanstack/react-router'
import { RoomScreen } from '../app/conference-screens.tsx'

export const Route = createFileRoute('/multiVoice')({
  validateSearch: (raw: Record<string, unknown>) => raw,
  component: () => {
    const { roomId, imeis, hide } = Route.useSearch()
    return <RoomScreen room={roomId} imeis={imeis} hide={hide} voiceOnly />
  },
})
