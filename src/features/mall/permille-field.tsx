// A share in per cent with one decimal, kept in thousandths.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { decimalText } from '../../domain/text-input.ts'
import type { FieldControl } from '../../resource/view.ts'

const permilleOf = (typed: string): number | undefined =>
  typed === '' ? undefined : Math.round(Number(typed) * 10)

export function PermilleField({ control, name }: { control: FieldControl; name: string }) {
  const { value, onChange, label, error, disabled } = control
  const [typed, setTyped] = useState<string>()
  const stored = typeof value === 'number' ? String(value / 10) : ''
  return (
    <TextInput
      label={label}
      error={error}
      disabled={disabled}
      name={name}
      withAsterisk
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      rightSection="%"
      value={typed !== undefined && permilleOf(typed) === value ? typed : stored}
      onChange={event => {
        const text = decimalText(event.currentTarget.value).slice(0, 5)
        setTyped(text)
        onChange(permilleOf(text))
      }}
    />
  )
}
