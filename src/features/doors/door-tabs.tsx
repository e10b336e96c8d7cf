// The pages about doors as tabs.
import { useLingui } from '@lingui/react/macro'
import { useRights } from '../../resource/surroundings.ts'
import type { IconName } from '../../ui/icons.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'

export type DoorTab = 'rights' | 'events' | 'calls' | 'cards' | 'issue'

interface Tab {
  id: DoorTab
  mark: string
  address: string
  icon: IconName
}

/** In the order in which they are shown, with what each asks for. */
export const doorTabs: readonly Tab[] = [
  { id: 'rights', mark: 'doorRight.read', address: '/rightsManagement', icon: 'key' },
  { id: 'events', mark: 'doorEvent.read', address: '/rightsManagement?view=events', icon: 'door' },
  { id: 'calls', mark: 'call.read', address: '/rightsManagement?view=calls', icon: 'phone' },
  { id: 'cards', mark: 'doorCard.read', address: '/cardAdd?view=cards', icon: 'card' },
  { id: 'issue', mark: 'doorCard.issue', address: '/cardAdd', icon: 'plus' },
]

export function DoorTabs({ current }: { current: DoorTab }) {
  const { t } = useLingui()
  const may = useRights()
  const labels: Record<DoorTab, string> = {
    rights: t({ context: 'doors', message: 'Rights' }),
    events: t`Access events`,
    calls: t`Call log`,
    cards: t({ context: 'doors', message: 'Cards' }),
    issue: t`Issue a card`,
  }
  const tabs = doorTabs.filter(tab => may(tab.mark)).map(tab => ({ ...tab, label: labels[tab.id] }))
  return <PageTabs label={t`Doors`} tabs={tabs} current={current} />
}
