// Chooses some of a few words in a form: all of them are in sight.
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Checkbox } from '@mantine/core'
import { Row } from '../ui/kit/parts.tsx'
import type { FieldControl } from './view.ts'

interface ChoiceFieldProps<Word extends string | number> {
  control: FieldControl
  words: readonly { value: Word; label: MessageDescriptor | string; hint?: MessageDescriptor }[]
  hint?: MessageDescriptor
}

export function ChoiceField<Word extends string | number>({ control, words, hint }: ChoiceFieldProps<Word>) {
  const { i18n } = useLingui()
  const chosen = new Set(Array.isArray(control.value) ? control.value.map(String) : [])
  return (
    <Checkbox.Group
      label={control.label}
      description={hint && i18n._(hint)}
      error={control.error}
      value={[...chosen]}
      onChange={next => {
        const wanted = new Set(next)
        control.onChange(words.map(({ value }) => value).filter(value => wanted.has(String(value))))
      }}
    >
      <Row wrap align="stretch" gap={2} columnGap={4} above={2}>
        {words.map(word => (
          <Checkbox
            key={word.value}
            value={String(word.value)}
            disabled={control.disabled}
            label={typeof word.label === 'string' ? word.label : i18n._(word.label)}
            description={word.hint && i18n._(word.hint)}
          />
        ))}
      </Row>
    </Checkbox.Group>
  )
}
