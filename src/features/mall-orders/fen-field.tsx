// A sum of money in a form: typed in yuan, kept in fen.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fenOf, yuanOf } from '../../domain/billing/money.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Muted } from '../../ui/kit/parts.tsx'

/** The unit is said the same in all languages. */
const UNIT = '¥'

export function FenField({ control, name }: { control: FieldControl; name: string }) {
  const { value, onChange } = control
  const [typed, setTyped] = useState<string>()
  const stored = typeof value === 'number' ? yuanOf(value) : ''
  const shown = typed !== undefined && (fenOf(typed) ?? null) === (value ?? null) ? typed : stored
  return (
    <TextInput
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      name={name}
      withAsterisk
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      leftSection={<Muted>{UNIT}</Muted>}
      value={shown}
      onChange={event => {
        const text = event.currentTarget.value
          .replace(',', '.')
          .replace(/[^\d.]/g, '')
          .slice(0, 12)
        setTyped(text)
        onChange(fenOf(text) ?? null)
      }}
    />
  )
}
