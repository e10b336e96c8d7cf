// How many days before the due day somebody is reminded: numbers with commas between.
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { SMALL_NUMBER } from '../../domain/limits.ts'
import type { FieldControl } from '../../resource/view.ts'

const daysIn = (typed: string): number[] => {
  const found = typed.split(/[,，、\s]+/).filter(part => SMALL_NUMBER.test(part))
  return [...new Set(found.map(Number))].toSorted((a, b) => b - a)
}

export function RemindField({ control }: { control: FieldControl }) {
  const { value, onChange, label, error, disabled } = control
  const { t } = useLingui()
  const stored = Array.isArray(value) ? value.join(', ') : ''
  const [typed, setTyped] = useState<string>()
  const shown = typed !== undefined && daysIn(typed).join(', ') === stored ? typed : stored
  return (
    <TextInput
      label={label}
      description={t`0 is the day itself; 30, 7, 0 reminds three times`}
      error={error}
      disabled={disabled}
      name="remindDays"
      dir="ltr"
      autoComplete="off"
      value={shown}
      onChange={event => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(daysIn(text))
      }}
    />
  )
}
