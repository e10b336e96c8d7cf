// For how long: an old secret beside the new one, or a code until somebody uses it.
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'

interface HoursFieldProps {
  value: number
  onChange: (hours: number) => void
  disabled?: boolean
}

const DAY = 24
const WEEK = 7 * DAY
const MONTH = 30 * DAY

function useSpans() {
  const { t } = useLingui()
  return [
    { value: '1', label: t`1 hour` },
    { value: String(DAY), label: t`1 day` },
    { value: String(WEEK), label: t`7 days` },
    { value: String(MONTH), label: t`30 days` },
  ]
}

export function OverlapField({ value, onChange, disabled = false }: HoursFieldProps) {
  const { t } = useLingui()
  const spans = useSpans()
  return (
    <Select
      label={t`The old secret works on for`}
      data={[{ value: '0', label: t({ context: 'secret', message: 'Not at all' }) }, ...spans]}
      value={String(value)}
      onChange={next => onChange(Number(next ?? 0))}
      allowDeselect={false}
      disabled={disabled}
    />
  )
}

export function LifeField({ value, onChange, disabled = false }: HoursFieldProps) {
  const { t } = useLingui()
  return (
    <Select
      label={t`A code is good for`}
      data={useSpans()}
      value={String(value)}
      onChange={next => onChange(Number(next ?? DAY))}
      allowDeselect={false}
      disabled={disabled}
    />
  )
}
