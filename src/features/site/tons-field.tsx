// Tons in a form: typed as they are, and never cut to two decimals behind somebody's back. What does not fit is said.
import { TypedField, typedNumber } from '../../resource/typed-field.tsx'
import type { FieldControl } from '../../resource/view.ts'

interface TonsFieldProps {
  control: FieldControl
  name: string
  required?: boolean
}

/** The unit is said the same in all languages. */
const UNIT = 't'

export function TonsField({ control, name, required = true }: TonsFieldProps) {
  return (
    <TypedField
      control={control}
      name={name}
      clean={text => text.replace(/[^\d.,-]/g, '').slice(0, 12)}
      read={text => typedNumber(text, null)}
      write={value => String(value ?? '')}
      required={required}
      after={UNIT}
    />
  )
}
