// Work plans: on a time chart, or as a list. Which of them stands in the address.
import { useLingui } from '@lingui/react/macro'
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { PlanScreen } from './plan-screen.tsx'

const listed = { view: 'list' }

export function PlanPage({ view, search }: { view: View; search: Readonly<Record<string, unknown>> }) {
  if (search.view !== 'list') return <PlanScreen view={view} tabs={<PlanTabs current="chart" />} />
  const slots = { ...view.slots, listHeader: () => <PlanTabs current="list" /> }
  return <ListPage view={{ ...view, slots }} kept={listed} />
}

function PlanTabs({ current }: { current: 'chart' | 'list' }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Work plans' })}
      current={current}
      tabs={[
        { id: 'chart', label: t`Time chart`, address: '/workPlan', icon: 'calendar' },
        { id: 'list', label: t`List`, address: '/workPlan?view=list', icon: 'list' },
      ]}
    />
  )
}
