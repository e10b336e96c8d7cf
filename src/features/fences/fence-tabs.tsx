// The pages about fences as tabs: the list, the map, what happened.
import { useLingui } from '@lingui/react/macro'
import { PageTabs } from '../../ui/page-tabs.tsx'

export type FenceTab = 'list' | 'map' | 'events'

export function FenceTabs({ current }: { current: FenceTab }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Geofences' })}
      current={current}
      tabs={[
        { id: 'list', label: t`List`, address: '/fenceList', icon: 'list' },
        { id: 'map', label: t`Map`, address: '/fenceMap', icon: 'map' },
        { id: 'events', label: t`Entries and exits`, address: '/fenceList?view=events', icon: 'clock' },
      ]}
    />
  )
}
