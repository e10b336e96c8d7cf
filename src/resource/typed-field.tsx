// A number in a form that is kept otherwise than it is typed: what somebody types stays as it is while it means the stored value.
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { fenOf, yuanOf } from '../domain/billing/money.ts'
import { Muted } from '../ui/kit/parts.tsx'
import type { FieldControl } from './view.ts'

interface TypedFieldProps {
  control: Pick<FieldControl, 'label' | 'value' | 'onChange' | 'error' | 'disabled'>
  name: string
  /** Takes out what cannot be typed here. */
  clean: (text: string) => string
  /** What a text stands for in the form. */
  read: (text: string) => unknown
  /** The stored value as it would be typed. */
  write: (value: unknown) => string
  /** True for a text that is not taken at all: the one before stays. */
  refuses?: (text: string) => boolean
  required?: boolean
  signed?: boolean
  large?: boolean
  before?: ReactNode
  after?: ReactNode
}

const worded = (value: unknown) => String(value ?? '')

export function TypedField({ control, name, clean, read, write, ...looks }: TypedFieldProps) {
  const { refuses, required = true, signed = false, large = false, before, after } = looks
  const { value, onChange } = control
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      name={name}
      withAsterisk={required}
      dir="ltr"
      inputMode={signed ? 'text' : 'decimal'}
      size={large ? 'lg' : 'sm'}
      autoComplete="off"
      leftSection={before && <Muted>{before}</Muted>}
      rightSection={after && <Muted>{after}</Muted>}
      value={typed !== undefined && worded(read(typed)) === worded(value) ? typed : write(value)}
      onChange={event => {
        const text = clean(event.currentTarget.value)
        if (refuses?.(text)) return
        setTyped(text)
        onChange(read(text))
      }}
    />
  )
}

/** A number as it was typed, or the text where it is none: what does not fit is said, and never cut behind somebody's back. */
export function typedNumber(typed: string, none: null | undefined): unknown {
  const text = typed.trim().replace(',', '.')
  if (text === '') return none
  const number = Number(text)
  return Number.isNaN(number) ? typed : number
}

/** Typed in yuan, kept in fen; null for what is no amount. */
export const fenTyped = {
  read: (text: string) => fenOf(text) ?? null,
  write: (value: unknown) => (typeof value === 'number' ? yuanOf(value) : ''),
  /** Said the same in all languages. */
  before: '¥',
}
