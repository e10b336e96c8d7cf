// The pages of attendance as tabs: settings with what belongs to them, records with what they come from.
import { useLingui } from '@lingui/react/macro'
import { PageTabs } from '../../ui/page-tabs.tsx'

export const settingsTabs = ['rules', 'calendar', 'people', 'months'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export function SettingsTabs({ current }: { current: SettingsTab }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Attendance settings' })}
      current={current}
      tabs={[
        { id: 'rules', label: t`Rules`, address: '/AttendanceList', icon: 'clock' },
        {
          id: 'calendar',
          label: t`Holidays and make-up days`,
          address: '/AttendanceList?view=calendar',
          icon: 'calendar',
        },
        { id: 'people', label: t`Who goes by which`, address: '/AttendanceList?view=people', icon: 'users' },
        { id: 'months', label: t`Closed months`, address: '/AttendanceList?view=months', icon: 'lock' },
      ]}
    />
  )
}

export const recordTabs = ['month', 'day', 'corrections', 'punches'] as const
export type RecordTab = (typeof recordTabs)[number]

export function RecordTabs({ current }: { current: RecordTab }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Attendance records' })}
      current={current}
      tabs={[
        { id: 'day', label: t`Day`, address: '/AttendanceInfoList', icon: 'list' },
        { id: 'month', label: t`Month`, address: '/AttendanceInfoList?view=month', icon: 'calendar' },
        {
          id: 'corrections',
          label: t({ context: 'attendance', message: 'Corrections' }),
          address: '/AttendanceInfoList?view=corrections',
          icon: 'edit',
        },
        {
          id: 'punches',
          label: t({ context: 'attendance', message: 'Punches' }),
          address: '/AttendanceInfoList?view=punches',
          icon: 'pin',
        },
      ]}
    />
  )
}
