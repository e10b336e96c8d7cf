// Controls of the report form that no ordinary field can be: breakdowns that fit, and days.

import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { readingKinds } from '../../domain/device/readings.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { groupsOf, type ReportGroup, reportSubject } from '../../domain/report/report.ts'
import { isZone } from '../../domain/report/zone-time.ts'
import { DayControl } from '../../resource/date-fields.tsx'
import type { FieldControl } from '../../resource/view.ts'
import { calendarOf, tenantZone } from '../../resource/zone.ts'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { isTime } from './report-figures.ts'
import { fileWords } from './report-file-words.ts'
import { groupWords, useReportWords } from './report-words.ts'

/** The breakdowns that the chosen subject has; the second one is never a time. */
export function GroupField({
  label,
  value,
  values,
  error,
  disabled,
  onChange,
  second,
}: FieldControl & { second?: boolean }) {
  const { i18n } = useLingui()
  const subject = reportSubject.safeParse(values.subject)
  const groups: readonly ReportGroup[] = subject.success ? groupsOf[subject.data] : []
  const offered = groups.filter(group => (second ? !isTime(group) && group !== values.groupBy : true))
  const known = offered.some(group => group === value)
  // Another subject may not have the breakdown that was chosen for the last one.
  useEffect(() => {
    if (!subject.success || known || value === null || value === undefined) return
    onChange(second ? null : (offered[0] ?? null))
  })
  return (
    <Select
      label={label}
      withAsterisk={!second}
      clearable={second === true}
      allowDeselect={second === true}
      error={error}
      disabled={disabled || !subject.success}
      data={offered.map(group => ({ value: group, label: i18n._(groupWords[group]) }))}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

export function ReadingField({ label, value, error, disabled, onChange }: FieldControl) {
  const { i18n } = useLingui()
  const words = useReportWords().reading
  return (
    <Select
      label={label}
      withAsterisk
      error={error}
      disabled={disabled}
      searchable
      data={readingKinds.map(kind => ({ value: kind, label: words[kind] ? i18n._(words[kind]) : kind }))}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** The first Monday of the epoch, for the names of weekdays. */
const MONDAY = Date.UTC(1970, 0, 5)
const DAYS_OF_MONTH = 31

/** A day of the week or of the month, as the schedule says. */
export function DayField({ label, value, values, error, disabled, onChange }: FieldControl) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const weekly = values.schedule === 'weekly'
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const number = numberFormat(locale)
  const days = weekly
    ? Array.from({ length: 7 }, (_, at) => ({
        value: String(at + 1),
        label: weekday.format(MONDAY + at * DAY_MS),
      }))
    : Array.from({ length: DAYS_OF_MONTH }, (_, at) => ({
        value: String(at + 1),
        label: at + 1 > 28 ? t`${number.format(at + 1)} or the last day` : number.format(at + 1),
      }))
  return (
    <Select
      label={label}
      withAsterisk
      allowDeselect={false}
      error={error}
      disabled={disabled}
      data={days}
      value={typeof value === 'number' ? String(value) : null}
      onChange={day => onChange(day === null ? null : Number(day))}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** A day, kept as its beginning or its end in the report's zone. */
export function DateField({ control, end = false }: { control: FieldControl; end?: boolean }) {
  const { zone } = control.values
  const known = typeof zone === 'string' && isZone(zone) ? zone : tenantZone()
  return <DayControl control={control} end={end} calendar={calendarOf(known)} />
}

/** Shows nothing: stores the words of the report's file in the language of who saves it. */
export function WordsKeeper({ values, onChange }: FieldControl) {
  const { i18n } = useLingui()
  const foreign = useReportWords()
  const asked = JSON.stringify([values.name, values.subject, values.groupBy, values.splitBy, values.reading])
  const last = useRef(asked)
  useEffect(() => {
    if (last.current === asked) return
    last.current = asked
    onChange(fileWords(values, foreign, message => i18n._(message)))
  })
  return null
}
