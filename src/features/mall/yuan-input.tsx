// An amount typed in yuan and kept in fen.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { fenOf, yuanOf } from '../../domain/billing/money.ts'
import { decimalText } from '../../domain/text-input.ts'

interface YuanInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: number | undefined
  onChange: (fen: number | undefined) => void
}

export function YuanInput({ value, onChange, ...rest }: YuanInputProps) {
  const [typed, setTyped] = useState<string>()
  // What somebody is typing stays as it is: 12. is 12.00 only once they went on.
  const shown =
    typed !== undefined && fenOf(typed) === value ? typed : value === undefined ? '' : yuanOf(value)
  return (
    <TextInput
      {...rest}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      leftSection="¥"
      value={shown}
      onChange={event => {
        const text = decimalText(event.currentTarget.value).slice(0, 12)
        setTyped(text)
        onChange(text === '' ? undefined : fenOf(text))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
