// Rights, access events and the call log: one page each, told apart by the address.
import { ListPage } from '../../resource/list-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Forbidden } from '../../ui/states.tsx'
import { callView } from './call.view.tsx'
import { doorEventView } from './door-event.view.tsx'
import { doorRightView } from './door-right.view.tsx'
import { type RawSearch, type RightsTab, rightsTabOf } from './door-search.ts'
import { doorTabs } from './door-tabs.tsx'

const views = { rights: doorRightView, events: doorEventView, calls: callView } as const
const kept = { rights: { view: 'rights' }, events: { view: 'events' }, calls: { view: 'calls' } } as const

const related = [doorEventView]

const isRightsTab = (id: string): id is RightsTab => id in views

export function RightsPage({ search }: { search: RawSearch }) {
  const may = useRights()
  const allowed = doorTabs.filter(tab => may(tab.permission)).map(tab => tab.id)
  // Without a choice: the first that the person may see.
  const tab = rightsTabOf(search) ?? allowed.find(isRightsTab)
  if (!tab || !allowed.includes(tab)) return <Forbidden />
  return (
    <RelatedViews views={related}>
      <ListPage key={tab} view={views[tab]} kept={kept[tab]} />
    </RelatedViews>
  )
}
