// The pages about doors as tabs.
import { useLingui } from '@lingui/react/macro'
import { useRights } from '../../resource/surroundings.ts'
import type { IconName } from '../../ui/icons.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'

export type DoorTab = 'rights' | 'events' | 'calls' | 'cards' | 'issue'

interface Tab {
  id: DoorTab
  permission: string
  address: string
  icon: IconName
}

/** In the order in which they are shown, with what each asks for. */
export const doorTabs: readonly Tab[] = [
  { id: 'rights', permission: 'doorRight.read', address: '/rightsManagement', icon: 'key' },
  { id: 'events', permission: 'doorEvent.read', address: '/rightsManagement?view=events', icon: 'door' },
  { id: 'calls', permission: 'call.read', address: '/rightsManagement?view=calls', icon: 'phone' },
  { id: 'cards', permission: 'doorCard.read', address: '/cardAdd?view=cards', icon: 'card' },
  { id: 'issue', permission: 'doorCard.issue', address: '/cardAdd', icon: 'plus' },
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
  const tabs = doorTabs.filter(tab => may(tab.permission)).map(tab => ({ ...tab, label: labels[tab.id] }))
  return <PageTabs label={t`Doors`} tabs={tabs} current={current} />
}
