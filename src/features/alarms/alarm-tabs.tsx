// The log, the rules, the test windows and the text messages as tabs.
import { useLingui } from '@lingui/react/macro'
import { alarm } from '../../domain/alarm/alarm.ts'
import { alarmRule, alarmTest } from '../../domain/alarm/alarm-rule.ts'
import { alarmText } from '../../domain/alarm/alarm-text.ts'
import { markOf } from '../../domain/entity.ts'
import { useRights } from '../../resource/surroundings.ts'
import type { IconName } from '../../ui/icons.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import type { AlarmTab } from './alarm-search.ts'
import { useRunningTests } from './test-windows.ts'

interface Tab {
  id: AlarmTab
  mark: string
  address: string
  icon: IconName
}

const tabs: readonly Tab[] = [
  { id: 'log', mark: markOf(alarm, 'read'), address: '/AlarmHistory', icon: 'bell' },
  { id: 'rules', mark: markOf(alarmRule, 'read'), address: '/AlarmHistory?tab=rules', icon: 'list' },
  { id: 'tests', mark: markOf(alarmTest, 'read'), address: '/AlarmHistory?tab=tests', icon: 'tool' },
  { id: 'texts', mark: markOf(alarmText, 'read'), address: '/AlarmHistory?tab=texts', icon: 'phone' },
]

export function AlarmTabs({ current }: { current: AlarmTab }) {
  const { t } = useLingui()
  const may = useRights()
  const running = useRunningTests().length
  const allowed = tabs.filter(tab => may(tab.mark))
  if (allowed.length < 2) return null
  const labels: Record<AlarmTab, string> = {
    log: t`Log`,
    rules: t`Rules`,
    tests: t`On test`,
    texts: t`Text messages`,
  }
  return (
    <PageTabs
      label={t`Alarms`}
      current={current}
      tabs={allowed.map(tab => ({
        ...tab,
        label: labels[tab.id],
        ...(tab.id === 'tests' && { count: running }),
      }))}
    />
  )
}
