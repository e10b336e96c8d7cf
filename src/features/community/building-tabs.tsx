// Three ways to look at the buildings of a tenant.
import { useLingui } from '@lingui/react/macro'
import { PageTabs } from '../../ui/page-tabs.tsx'

export function BuildingTabs({ current }: { current: 'front' | 'tree' | 'list' }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Buildings' })}
      current={current}
      tabs={[
        {
          id: 'front',
          label: t({ context: 'building', message: 'Front' }),
          address: '/buildingManagement',
          icon: 'building',
        },
        {
          id: 'tree',
          label: t({ context: 'building', message: 'Tree' }),
          address: '/buildingManagement?tab=tree',
          icon: 'layers',
        },
        {
          id: 'list',
          label: t({ context: 'building', message: 'List' }),
          address: '/buildingManagement?tab=list',
          icon: 'list',
        },
      ]}
    />
  )
}
