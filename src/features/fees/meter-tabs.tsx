// The pages of meters as tabs: the meters, the round from one to the next, what was read, what a unit costs.
import { useLingui } from '@lingui/react/macro'
import { useRights } from '../../resource/surroundings.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'

export type MeterTab = 'meters' | 'round' | 'readings' | 'tariffs'

export function MeterTabs({ current }: { current: MeterTab }) {
  const { t } = useLingui()
  const may = useRights()
  const tabs = [
    { id: 'meters', label: t`Meters`, address: '/meters', icon: 'bolt', permission: 'meter.read' },
    {
      id: 'round',
      label: t`Reading round`,
      address: '/meters?tab=round',
      icon: 'route',
      permission: 'meterReading.save',
    },
    {
      id: 'readings',
      label: t`Readings`,
      address: '/meters?tab=readings',
      icon: 'list',
      permission: 'meterReading.read',
    },
    {
      id: 'tariffs',
      label: t`Tariffs`,
      address: '/meters?tab=tariffs',
      icon: 'bill',
      permission: 'tariff.read',
    },
  ] as const
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Meters' })}
      current={current}
      tabs={tabs.filter(({ permission }) => may(permission))}
    />
  )
}
