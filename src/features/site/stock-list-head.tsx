// The pages of the store as tabs: what lies in it, what came and went, what is kept for plans.
import { useLingui } from '@lingui/react/macro'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ScanRow } from './scan-row.tsx'

export type StockTab = 'items' | 'movements' | 'kept'

export function StockListHead({ current = 'items' }: { current?: StockTab }) {
  const { t } = useLingui()
  return (
    <>
      {current === 'items' && <ScanRow entityKey="stockItem" path="/manageStorage" />}
      <PageTabs
        label={t`The store`}
        current={current}
        tabs={[
          { id: 'items', label: t`Items`, address: '/manageStorage', icon: 'box' },
          { id: 'movements', label: t`Movements`, address: '/manageStorage?tab=movements', icon: 'route' },
          { id: 'kept', label: t`Kept for plans`, address: '/manageStorage?tab=kept', icon: 'lock' },
        ]}
      />
    </>
  )
}
