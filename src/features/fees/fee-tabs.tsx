// The pages of bills as tabs: runs, the bills they made, and what is owed.
import { useLingui } from '@lingui/react/macro'
import { useRights } from '../../resource/surroundings.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'

export function FeeTabs({ current }: { current: 'runs' | 'bills' | 'arrears' }) {
  const { t } = useLingui()
  const may = useRights()
  const tabs = [
    {
      id: 'runs',
      label: t({ context: 'page', message: 'Fee runs' }),
      address: '/feeRuns',
      icon: 'calendar',
      permission: 'feeRun.read',
    },
    {
      id: 'bills',
      label: t`Bills of rooms`,
      address: '/arrears?tab=bills',
      icon: 'bill',
      permission: 'feeBill.read',
    },
    {
      id: 'arrears',
      label: t({ context: 'page', message: 'Arrears' }),
      address: '/arrears',
      icon: 'clock',
      permission: 'feeBill.read',
    },
  ] as const
  return (
    <PageTabs label={t`Fees`} current={current} tabs={tabs.filter(({ permission }) => may(permission))} />
  )
}
