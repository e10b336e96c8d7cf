// A secret that was just made: shown this once, to be copied.
import { useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldCopy } from './field-copy.tsx'
import { Stack, Text } from './kit/parts.tsx'

interface ShownOnceProps {
  /** Closed while undefined. */
  secret: string | undefined
  title: string
  /** What the copy button calls it. */
  label: string
  /** What to do with it, and how long it is good. */
  children: ReactNode
  onProblem: (text: string) => void
  onClose: () => void
}

export function ShownOnce({ secret, title, label, children, onProblem, onClose }: ShownOnceProps) {
  const { t } = useLingui()
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      title={title}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap={2} below={3} tone="ink-2">
        {children}
      </Stack>
      {secret !== undefined && (
        <Text as="p" padX={3} padY={2} below={4} ground="sunken" round="control" breaks mono>
          <FieldCopy label={label} value={secret} onProblem={onProblem} />
        </Text>
      )}
      <Button onClick={onClose}>{t`I have copied it`}</Button>
    </Modal>
  )
}
