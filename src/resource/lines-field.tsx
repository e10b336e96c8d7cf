// A list of short texts in a form: one line each.
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { FieldControl } from './view.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

export function LinesField({ control, name }: { control: FieldControl; name: string }) {
  const { value, onChange, label, error, disabled } = control
  const stored = Array.isArray(value) ? value.join('\n') : ''
  const [typed, setTyped] = useState<string>()
  // An empty line that somebody has just begun stays.
  const shown = typed !== undefined && linesOf(typed).join('\n') === stored ? typed : stored
  return (
    <Textarea
      label={label}
      error={error}
      disabled={disabled}
      name={name}
      autosize
      minRows={3}
      value={shown}
      onChange={event => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(linesOf(text))
      }}
    />
  )
}
