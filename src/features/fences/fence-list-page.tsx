// The list of fences, and the list of what happened at them; drawing a new one leads to the map.
import { Navigate } from '@tanstack/react-router'
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { Forbidden } from '../../ui/states.tsx'
import { fenceView } from './fence.view.tsx'
import { fenceEventView } from './fence-event.view.tsx'
import type { RawSearch } from './fence-search.ts'
import { FenceTabs } from './fence-tabs.tsx'

const withTabs = (view: View, current: 'list' | 'events'): View => ({
  ...view,
  slots: { ...view.slots, listHeader: () => <FenceTabs current={current} /> },
})
const list = withTabs(fenceView, 'list')
const events = withTabs(fenceEventView, 'events')
const keptEvents = { view: 'events' } as const

export function FenceListPage({ search }: { search: RawSearch }) {
  const may = useRights()
  if (!may('fence.read')) return <Forbidden />
  // Routes are composed elsewhere: this one's address is known by name only.
  if (search.form === 'new') return <Navigate to="/fenceMap" search={{ new: 'polygon' }} replace />
  return search.view === 'events' ? (
    <ListPage key="events" view={events} kept={keptEvents} />
  ) : (
    <ListPage key="list" view={list} />
  )
}
