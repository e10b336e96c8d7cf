// Hundredths in a form: typed with a point and at most two decimals, kept as a whole number. Yuan and factors.
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fenOf, yuanOf } from '../../../domain/billing/money.ts'
import { decimalText } from '../../../domain/text-input.ts'
import type { FieldControl } from '../../../resource/view.ts'
import { Muted } from '../../../ui/kit/parts.tsx'

export function AmountField({
  control,
  of,
  unit,
  hint,
}: {
  control: FieldControl
  of: string
  unit: string
  hint?: MessageDescriptor
}) {
  const { i18n } = useLingui()
  const { value, onChange } = control
  const [typed, setTyped] = useState<string>()
  // The typed text stays as it is as long as it means the amount that the form has: «1.» must not become «1.00».
  const stored = typeof value === 'number' ? yuanOf(value) : ''
  const shown = typed !== undefined && fenOf(typed) === value ? typed : typed === '' ? '' : stored
  return (
    <TextInput
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      name={of}
      withAsterisk
      {...(hint && { description: i18n._(hint) })}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      rightSection={<Muted>{unit}</Muted>}
      rightSectionWidth={64}
      value={shown}
      onChange={event => {
        const text = decimalText(event.currentTarget.value)
        setTyped(text)
        onChange(fenOf(text))
      }}
    />
  )
}
