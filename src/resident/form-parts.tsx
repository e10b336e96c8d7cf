// A field and a button of the resident page, as large as a thumb.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { look } from '../ui/kit/look.ts'
import { Stack, Text } from '../ui/kit/parts.tsx'

const box = look({
  wide: true,
  padX: 3,
  padY: 3,
  ground: 'sunken',
  edge: 'strong',
  round: 'control',
  tone: 'ink',
})

interface LabelledProps {
  label: ReactNode
  wrong?: ReactNode
}

export function Field({
  label,
  wrong,
  ...input
}: LabelledProps & Omit<ComponentProps<'input'>, 'className'>) {
  const id = useId()
  return (
    <Stack gap={1}>
      <Text as="label" tone="ink-2" htmlFor={id}>
        {label}
      </Text>
      <input
        {...input}
        id={id}
        className={box}
        aria-invalid={Boolean(wrong)}
        aria-describedby={`${id}-wrong`}
      />
      {wrong && (
        <Text as="p" id={`${id}-wrong`} tone="critical" role="alert">
          {wrong}
        </Text>
      )}
    </Stack>
  )
}

export function Choice({
  label,
  options,
  ...select
}: LabelledProps & { options: readonly { value: string; label: string }[] } & Omit<
    ComponentProps<'select'>,
    'className'
  >) {
  const id = useId()
  return (
    <Stack gap={1}>
      <Text as="label" tone="ink-2" htmlFor={id}>
        {label}
      </Text>
      <select {...select} id={id} className={box}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Stack>
  )
}
