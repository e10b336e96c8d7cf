// Tons in a form: typed as they are, and never cut to two decimals behind somebody's back. What does not fit is said.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldControl } from '../../resource/view.ts'
import { Muted } from '../../ui/kit/parts.tsx'

interface TonsFieldProps {
  control: FieldControl
  name: string
  required?: boolean
}

/** The unit is said the same in all languages. */
const UNIT = 't'

const numberIn = (typed: string): unknown => {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? typed : number
}

export function TonsField({ control, name, required = true }: TonsFieldProps) {
  const { value, onChange } = control
  const [typed, setTyped] = useState<string>()
  const stored = value === undefined || value === null ? '' : String(value)
  const shown = typed !== undefined && String(numberIn(typed) ?? '') === stored ? typed : stored
  return (
    <TextInput
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      name={name}
      withAsterisk={required}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      rightSection={<Muted>{UNIT}</Muted>}
      value={shown}
      onChange={event => {
        const text = event.currentTarget.value.replace(/[^\d.,-]/g, '').slice(0, 12)
        setTyped(text)
        onChange(numberIn(text))
      }}
    />
  )
}
