// A birthday in a form: kept as it is written, since no clock and no zone moves it.

import { useLingui } from '@lingui/react/macro'
import { needsGuardian } from '../../domain/face/duties.ts'
import { serverNow } from '../../platform/server-clock.ts'
import type { FieldControl } from '../../resource/view.ts'
import { dayCalendar, dayText } from '../../ui/calendar.ts'
import { DayField } from '../../ui/dates/day-field.tsx'
import { Text } from '../../ui/kit/parts.tsx'

function startOf(written: unknown): number | undefined {
  const found = typeof written === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(written) : null
  if (!found) return undefined
  const [year, month, day] = found.slice(1).map(Number)
  return dayCalendar().startOf(year ?? 0, month ?? 0, day ?? 0)
}

export function BirthField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const { label, value, onChange, error, disabled } = control
  const at = startOf(value)
  const child = typeof value === 'string' && needsGuardian(value, serverNow())
  return (
    <>
      <DayField
        name="birthDate"
        required
        label={label}
        error={error}
        disabled={disabled}
        value={at}
        bad={at === undefined && typeof value === 'string' && value !== '' ? value : undefined}
        onChange={next => onChange(next === undefined ? '' : dayText(next, dayCalendar()))}
        onBad={onChange}
      />
      {child && (
        <Text as="p" size="small" tone="warning" above={1} role="status">
          {t`Below the age of 14 a guardian has to consent: enter who and when`}
        </Text>
      )}
    </>
  )
}
