// Rooms, the doors that call them, and what has not found its room.
import { useLingui } from '@lingui/react/macro'
import { PageTabs } from '../../ui/page-tabs.tsx'

export function RoomTabs({ current }: { current: 'rooms' | 'doors' | 'places' }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Rooms' })}
      current={current}
      tabs={[
        {
          id: 'rooms',
          label: t({ context: 'page', message: 'Rooms' }),
          address: '/roomManagement',
          icon: 'home',
        },
        { id: 'doors', label: t`Doors and call numbers`, address: '/roomManagement?tab=doors', icon: 'door' },
        {
          id: 'places',
          label: t`Places without a room`,
          address: '/roomManagement?tab=places',
          icon: 'search',
        },
      ]}
    />
  )
}
