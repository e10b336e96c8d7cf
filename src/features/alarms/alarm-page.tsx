// The alarm log with its rules, test windows and text messages, and one alarm's own page: told apart by the address.
import type { ComponentType, ReactNode } from 'react'
import { alarmRule, alarmTest } from '../../domain/alarm/alarm-rule.ts'
import { alarmText } from '../../domain/alarm/alarm-text.ts'
import { permissionFor } from '../../domain/entity.ts'
import { useRights, useSession } from '../../resource/surroundings.ts'
import { Forbidden } from '../../ui/states.tsx'
import { AlarmDetail } from './alarm-detail.tsx'
import { AlarmLog } from './alarm-log.tsx'
import type { AlarmRow } from './alarm-row.ts'
import type { AlarmSearch } from './alarm-search.ts'
import { type ResponsePart, ResponseSlot } from './response-slot.tsx'
import { RulesPage } from './rules-page.tsx'
import { TestsPage } from './tests-page.tsx'
import { TextsPage } from './texts-page.tsx'

interface AlarmPageProps {
  search: AlarmSearch
  /** Stands beside the log where no alarm is open: the map, once there is one. */
  aside?: ReactNode
  /** On the page of one alarm: the map of its place. */
  Place?: ComponentType<{ row: AlarmRow }>
  /** The response card of an alarm. */
  Response?: ResponsePart
}

export function AlarmPage({ Response, ...props }: AlarmPageProps) {
  return (
    <ResponseSlot value={Response}>
      <AlarmScreens {...props} />
    </ResponseSlot>
  )
}

function AlarmScreens({ search, aside, Place }: Omit<AlarmPageProps, 'Response'>) {
  const may = useRights()
  const visitor = useSession()?.user.visitor === true
  // A visitor finds in the list what there is to see of an alarm.
  if (search.alarm !== undefined && visitor) return <Forbidden />
  if (search.alarm !== undefined) return <AlarmDetail key={search.alarm} id={search.alarm} Place={Place} />
  if (search.tab === 'rules') return may(permissionFor(alarmRule, 'read')) ? <RulesPage /> : <Forbidden />
  if (search.tab === 'tests')
    return may(permissionFor(alarmTest, 'read')) ? <TestsPage search={search} /> : <Forbidden />
  if (search.tab === 'texts') return may(permissionFor(alarmText, 'read')) ? <TextsPage /> : <Forbidden />
  return <AlarmLog aside={aside} />
}
