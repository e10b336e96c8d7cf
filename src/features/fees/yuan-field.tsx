// Yuan with a sign in a form; kept in fen.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fenOf } from '../../domain/billing/money.ts'
import type { FieldControl } from '../../resource/view.ts'

function fenIn(typed: string): number | undefined {
  const size = fenOf(typed.replace('-', ''))
  return size === undefined ? undefined : typed.startsWith('-') ? -size : size
}

export function YuanField({ control, name }: { control: FieldControl; name: string }) {
  const [typed, setTyped] = useState('')
  return (
    <TextInput
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      name={name}
      withAsterisk
      dir="ltr"
      autoComplete="off"
      leftSection="¥"
      value={typed}
      onChange={event => {
        const text = event.currentTarget.value.replace(/[^\d.-]/g, '').slice(0, 12)
        setTyped(text)
        control.onChange(fenIn(text))
      }}
    />
  )
}
