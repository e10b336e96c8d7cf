// The log, the rules, the test windows and the text messages as tabs.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import { alarmRule, alarmTest } from '../../domain/alarm/alarm-rule.ts'
import { alarmText } from '../../domain/alarm/alarm-text.ts'
import { permissionFor } from '../../domain/entity.ts'
import { useRights } from '../../resource/surroundings.ts'
import type { IconName } from '../../ui/icons.tsx'
import { Box, Row } from '../../ui/kit/parts.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import type { AlarmTab } from './alarm-search.ts'
import { useRunningTests } from './test-windows.ts'

interface Tab {
  id: AlarmTab
  permission: string
  address: string
  icon: IconName
}

const tabs: readonly Tab[] = [
  { id: 'log', permission: permissionFor(alarm, 'read'), address: '/AlarmHistory', icon: 'bell' },
  {
    id: 'rules',
    permission: permissionFor(alarmRule, 'read'),
    address: '/AlarmHistory?tab=rules',
    icon: 'list',
  },
  {
    id: 'tests',
    permission: permissionFor(alarmTest, 'read'),
    address: '/AlarmHistory?tab=tests',
    icon: 'tool',
  },
  {
    id: 'texts',
    permission: permissionFor(alarmText, 'read'),
    address: '/AlarmHistory?tab=texts',
    icon: 'phone',
  },
]

interface AlarmTabsProps {
  current: AlarmTab
  /** What can be done with the list, at the end of the same line. */
  end?: ReactNode
}

export function AlarmTabs({ current, end }: AlarmTabsProps) {
  const { t } = useLingui()
  const may = useRights()
  const running = useRunningTests().length
  const allowed = tabs.filter(tab => may(tab.permission))
  if (allowed.length < 2) return end ? <Row justify="end">{end}</Row> : null
  const labels: Record<AlarmTab, string> = {
    log: t`Log`,
    rules: t`Rules`,
    tests: t`On test`,
    texts: t`Text messages`,
  }
  const row = (
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
  if (!end) return row
  return (
    <Row gap={1} rigid edgeBelow>
      <Box grow shrink>
        {row}
      </Box>
      {end}
    </Row>
  )
}
