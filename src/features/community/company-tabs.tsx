// Companies, and what they run.
import { useLingui } from '@lingui/react/macro'
import { PageTabs } from '../../ui/page-tabs.tsx'

export function CompanyTabs({ current }: { current: 'companies' | 'runs' }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Property companies' })}
      current={current}
      tabs={[
        { id: 'companies', label: t`Companies`, address: '/Manag', icon: 'users' },
        { id: 'runs', label: t`Communities they run`, address: '/Manag?tab=runs', icon: 'building' },
      ]}
    />
  )
}
