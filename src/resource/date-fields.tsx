// Fields of a form for a day, a moment or a time of day.

import type { ReactNode } from 'react'
import { dayCalendar, dayText } from '../ui/calendar.ts'
import { DayField, type DayFieldProps } from '../ui/dates/day-field.tsx'
import { MomentField, type MomentFieldProps } from '../ui/dates/moment-field.tsx'
import { TimeField } from '../ui/dates/time-field.tsx'
import type { FieldControl } from './view.ts'

/** Text that is no date stays in the form as it is, so that the form is refused with it. */
const heldBy = ({ value, onChange, label, error, disabled }: FieldControl) => ({
  label,
  error,
  disabled,
  value: typeof value === 'number' ? value : undefined,
  bad: typeof value === 'string' ? value : undefined,
  onChange: (next: number | undefined) => onChange(next ?? null),
  onBad: onChange,
})

interface DayControlProps
  extends Pick<DayFieldProps, 'end' | 'min' | 'max' | 'calendar' | 'required' | 'description'> {
  control: FieldControl
  name?: string
}

/** A day, kept as epoch milliseconds: its first, or its last with `end`. */
export function DayControl({ control, ...props }: DayControlProps) {
  return <DayField {...props} {...heldBy(control)} />
}

const PARTS = /^(\d{4})-(\d\d)-(\d\d)$/

/** The moment that a written day begins with where the calendar of days is; undefined for what is none. */
export function startOfWritten(day: unknown): number | undefined {
  const found = typeof day === 'string' ? PARTS.exec(day) : null
  if (!found) return undefined
  const [year, month, date] = found.slice(1).map(Number)
  return dayCalendar().startOf(year ?? 0, month ?? 0, date ?? 0)
}

interface WrittenDayProps
  extends Pick<DayFieldProps, 'label' | 'error' | 'disabled' | 'required' | 'description' | 'min' | 'max'> {
  name?: string
  value: unknown
  /** A day as it is written; empty where there is none, and what was typed where that is no day. */
  onChange(day: string): void
}

/** A day kept as it is written, YYYY-MM-DD, since no clock and no zone moves it. */
export function WrittenDayField({ value, onChange, ...field }: WrittenDayProps) {
  const at = startOfWritten(value)
  return (
    <DayField
      {...field}
      value={at}
      bad={at === undefined && typeof value === 'string' && value !== '' ? value : undefined}
      onChange={next => onChange(next === undefined ? '' : dayText(next, dayCalendar()))}
      onBad={onChange}
    />
  )
}

interface MomentControlProps extends Pick<MomentFieldProps, 'min' | 'max' | 'required'> {
  control: FieldControl
  description?: ReactNode
}

/** A day with a time of day, kept as epoch milliseconds. */
export function MomentControl({ control, ...props }: MomentControlProps) {
  return <MomentField {...props} {...heldBy(control)} />
}

/** A time of day, kept as minutes since midnight. */
export function TimeControl({ control }: { control: FieldControl }) {
  return <TimeField {...heldBy(control)} />
}
