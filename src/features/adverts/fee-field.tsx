// Fees: kept in fen, typed and read in yuan.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fenOf, yuanOf } from '../../domain/billing/money.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Muted } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'

export function formatFee(fen: number, locale: string): string {
  const format = numberFormat(locale, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' })
  return format.format(Number(yuanOf(fen)))
}

export function Fee({ fen }: { fen: number }) {
  return <bdi dir="ltr">{formatFee(fen, useIntlLocale())}</bdi>
}

const SIGN = '¥'

export function FeeField({ control, name }: { control: FieldControl; name: string }) {
  const { value, onChange } = control
  const [typed, setTyped] = useState<string>()
  const stored = typeof value === 'number' ? yuanOf(value) : ''
  const shown = typed !== undefined && (fenOf(typed) ?? '') === (value ?? '') ? typed : stored
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
      leftSection={<Muted>{SIGN}</Muted>}
      value={shown}
      onChange={event => {
        const text = event.currentTarget.value.replace(/[^\d.]/g, '').slice(0, 12)
        if (text !== '' && fenOf(text) === undefined) return
        setTyped(text)
        onChange(text === '' ? null : fenOf(text))
      }}
    />
  )
}
