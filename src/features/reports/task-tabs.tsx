// The person's own tasks and, for those who look after the server, the work in the background, as tabs.
import { useLingui } from '@lingui/react/macro'
import { useRights } from '../../resource/surroundings.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { type TaskTab, taskTabs } from './task-search.ts'

export function TaskTabs({ current }: { current: TaskTab }) {
  const { t } = useLingui()
  const may = useRights()
  const allowed = taskTabs.filter(tab => may(tab.permission))
  if (allowed.length < 2) return null
  const labels: Record<TaskTab, string> = { tasks: t`My tasks`, jobs: t`Background jobs` }
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Download tasks' })}
      current={current}
      tabs={allowed.map(tab => ({ ...tab, label: labels[tab.id] }))}
    />
  )
}
