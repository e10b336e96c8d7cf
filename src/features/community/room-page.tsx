// Rooms, the doors that call them, and what has a place and no room. Which of them stands in the address.
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { PlacesPage } from './places-page.tsx'
import { roomDoorView } from './room.view.tsx'

const doors = { tab: 'doors' }

export function RoomPage({ view, search }: { view: View; search: Readonly<Record<string, unknown>> }) {
  if (search.tab === 'doors') return <ListPage key="doors" view={roomDoorView} kept={doors} />
  if (search.tab === 'places') return <PlacesPage />
  return <ListPage view={view} />
}
