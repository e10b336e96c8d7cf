// Fields of a form for a day, a moment or a time of day.

import type { ReactNode } from 'react'
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
