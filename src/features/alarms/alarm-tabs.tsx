// The log, the rules and the test windows as tabs: each has an address of its own, so the way back works.
import { useLingui } from '@lingui/react/macro'
import { alarm } from '../../domain/alarm/alarm.ts'
import { alarmRule, alarmTest } from '../../domain/alarm/alarm-rule.ts'
import { markOf } from '../../domain/entity.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import type { AlarmTab } from './alarm-search.ts'
import css from './alarm-tabs.module.css'
import { useRunningTests } from './running-tests.ts'

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
]

export function AlarmTabs({ current }: { current: AlarmTab }) {
  const { t } = useLingui()
  const may = useRights()
  const running = useRunningTests().length
  const allowed = tabs.filter(tab => may(tab.mark))
  if (allowed.length < 2) return null
  const labels: Record<AlarmTab, string> = { log: t`Log`, rules: t`Rules`, tests: t`On test` }
  return (
    <nav className={css.tabs} aria-label={t`Alarms`}>
      {allowed.map(tab => (
        <a
          key={tab.id}
          href={`#${tab.address}`}
          className={css.tab}
          aria-current={tab.id === current ? 'page' : undefined}
        >
          <Icon name={tab.icon} size={16} />
          {labels[tab.id]}
          {tab.id === 'tests' && running > 0 && <span className={css.count}>{running}</span>}
        </a>
      ))}
    </nav>
  )
}
