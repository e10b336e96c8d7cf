// Test windows: what is silenced now, what will be, what was, and the form for a new one.
import { useMemo } from 'react'
import { alarmType } from '../../domain/alarm/alarm-types.ts'
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import type { AlarmSearch } from './alarm-search.ts'
import { AlarmTabs } from './alarm-tabs.tsx'
import { alarmTestView } from './alarm-test.view.tsx'

const kept = { tab: 'tests' } as const

export function TestsPage({ search: { device, types } }: { search: AlarmSearch }) {
  const view = useMemo(() => viewAbout(device, types), [device, types])
  return <ListPage view={view} kept={kept} />
}

// A test that is begun from a device or an alarm is about them already.
function viewAbout(device: unknown, types: unknown): View {
  const known = String(types ?? '')
    .split(',')
    .flatMap(type => alarmType.safeParse(type).data ?? [])
  const about = {
    ...(typeof device === 'number' && { deviceId: device }),
    ...(known.length > 0 && { types: known }),
  }
  return {
    ...alarmTestView,
    // Times are asked when the form opens.
    get initial() {
      return { ...alarmTestView.initial, ...about }
    },
    slots: { ...alarmTestView.slots, listHeader: () => <AlarmTabs current="tests" /> },
  }
}
