// A number in a form: typed as it is, and never cut to some decimals behind somebody's back. What does not fit is said.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldControl } from '../../resource/view.ts'
import { Muted } from '../../ui/kit/parts.tsx'

interface DecimalFieldProps {
  control: Pick<FieldControl, 'label' | 'value' | 'onChange' | 'error' | 'disabled'>
  name: string
  unit?: string
  signed?: boolean
  large?: boolean
}

const numberIn = (typed: string): unknown => {
  const text = typed.trim().replace(',', '.')
  if (text === '') return undefined
  const number = Number(text)
  return Number.isNaN(number) ? typed : number
}

export function DecimalField({ control, name, unit, signed = false, large = false }: DecimalFieldProps) {
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
      withAsterisk
      dir="ltr"
      inputMode={signed ? 'text' : 'decimal'}
      size={large ? 'lg' : 'sm'}
      autoComplete="off"
      rightSection={unit && <Muted>{unit}</Muted>}
      value={shown}
      onChange={event => {
        const allowed = signed ? /[^\d.,-]/g : /[^\d.,]/g
        const text = event.currentTarget.value.replace(allowed, '').slice(0, 14)
        setTyped(text)
        onChange(numberIn(text))
      }}
    />
  )
}
