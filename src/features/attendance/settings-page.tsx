// Attendance settings: rules, exceptions, assignments and closed months, told apart by the address.
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Forbidden } from '../../ui/states.tsx'
import { type SettingsTab, settingsTabs } from './attendance-tabs.tsx'
import { attendanceRuleView } from './rule.view.tsx'
import { assignmentView, calendarDayView, monthCloseView } from './settings.view.tsx'

const views = {
  rules: attendanceRuleView,
  calendar: calendarDayView,
  people: assignmentView,
  months: monthCloseView,
} as const
const kept = {
  rules: { view: 'rules' },
  calendar: { view: 'calendar' },
  people: { view: 'people' },
  months: { view: 'months' },
} as const satisfies Record<SettingsTab, { view: SettingsTab }>

export function SettingsPage({ search }: { search: Readonly<Record<string, unknown>> }) {
  const may = useRights()
  const tab = settingsTabs.find(each => each === search.view) ?? 'rules'
  if (!may('attendanceRule.read')) return <Forbidden />
  return <ListPage key={tab} view={views[tab]} kept={kept[tab]} />
}
