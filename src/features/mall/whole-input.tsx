// A whole number in a form, such as pieces or grams.
import { TextInput, type TextInputProps } from '@mantine/core'
import { limitedNumber } from '../../domain/text-input.ts'

interface WholeInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: number | undefined
  onChange: (value: number | undefined) => void
}

const MOST_DIGITS = 7

export function WholeInput({ value, onChange, ...rest }: WholeInputProps) {
  return (
    <TextInput
      {...rest}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      value={value === undefined ? '' : String(value)}
      onChange={event => {
        const digits = limitedNumber(event.currentTarget.value, MOST_DIGITS)
        onChange(digits === '' ? undefined : Number(digits))
      }}
    />
  )
}
