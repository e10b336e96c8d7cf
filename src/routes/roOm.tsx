// Conference room (会议室). `roomId` is its number, `guest` the code of a guest's link, `imeis` the devices to call.
import { createFileRoute } from '@tanstack/react-router'
import { RoomScreen } from '../app/conference-screens.tsx'

export const Route = createFileRoute('/roOm')({
  validateSearch: (raw: Record<string, unknown>) => raw,
  component: () => {
    const { roomId, guest, imeis, hide } = Route.useSearch()
    return <RoomScreen room={roomId} guest={guest} imeis={imeis} hide={hide} />
  },
})
