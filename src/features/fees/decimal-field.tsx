// A number in a form: typed as it is, and never cut to some decimals behind somebody's back. What does not fit is said.
import { TypedField, typedNumber } from '../../resource/typed-field.tsx'
import type { FieldControl } from '../../resource/view.ts'

interface DecimalFieldProps {
  control: Pick<FieldControl, 'label' | 'value' | 'onChange' | 'error' | 'disabled'>
  name: string
  unit?: string
  signed?: boolean
  large?: boolean
}

export function DecimalField({ control, name, unit, signed = false, large = false }: DecimalFieldProps) {
  const other = signed ? /[^\d.,-]/g : /[^\d.,]/g
  return (
    <TypedField
      control={control}
      name={name}
      clean={text => text.replace(other, '').slice(0, 14)}
      read={text => typedNumber(text, undefined)}
      write={value => String(value ?? '')}
      signed={signed}
      large={large}
      after={unit}
    />
  )
}
