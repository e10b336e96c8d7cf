// A field of a form that holds several entries, each with fields of its own: what it is called, the entries, one more.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icons.tsx'
import { Row, Stack, Text } from '../ui/kit/parts.tsx'
import type { FieldControl } from './view.ts'

export interface EntriesFieldProps {
  control: Pick<FieldControl, 'label' | 'error' | 'disabled'>
  /** Said under its name. */
  hint?: ReactNode
  /** What the button says that adds one. */
  add: ReactNode
  /** There are as many as there may be. */
  full: boolean
  onAdd: () => void
  /** The list of them. */
  children: ReactNode
}

export function EntriesField({ control, hint, add, full, onAdd, children }: EntriesFieldProps) {
  return (
    <Stack gap={3}>
      <Text as="h3" size="small" strong>
        {control.label}
      </Text>
      {hint && (
        <Text as="p" size="caption" tone="ink-3">
          {hint}
        </Text>
      )}
      {children}
      {control.error && (
        <Text as="p" tone="critical" size="small" role="alert">
          {control.error}
        </Text>
      )}
      <Row>
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={control.disabled || full}
          onClick={onAdd}
        >
          {add}
        </Button>
      </Row>
    </Stack>
  )
}
