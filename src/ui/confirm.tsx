// Asks before something that cannot be undone: what will happen, and one button that does it.
import { useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from './arrival-focus.ts'
import { Box, Row, Text } from './kit/parts.tsx'

export interface ConfirmProps {
  opened: boolean
  title: ReactNode
  /** What will happen, to what. */
  children?: ReactNode
  /** The verb: Delete, Suspend. */
  confirmLabel: ReactNode
  critical?: boolean
  busy?: boolean
  /** Why it did not work, in words. */
  problem?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

export function Confirm(props: ConfirmProps) {
  useFocusBack(props.opened)
  const { t } = useLingui()
  return (
    <Modal
      opened={props.opened}
      onClose={props.onCancel}
      title={props.title}
      size="sm"
      closeButtonProps={{ 'aria-label': t`Close`, iconSize: 18 }}
    >
      {props.children !== undefined && <Box tone="ink-2">{props.children}</Box>}
      {props.problem !== undefined && (
        <Text
          as="p"
          padX={3}
          padY={2}
          above={3}
          ground="critical-soft"
          round="control"
          tone="critical"
          role="alert"
        >
          {props.problem}
        </Text>
      )}
      <Row wrap align="stretch" justify="end" gap={2} above={5}>
        {/* Enter must not destroy: the safe button has the focus first. */}
        <Button variant="default" onClick={props.onCancel} data-autofocus={props.critical || undefined}>
          {t`Cancel`}
        </Button>
        <Button
          color={props.critical ? 'critical' : 'accent'}
          // While the dialog fades away the second click of a double one must not find it.
          onClick={props.opened ? props.onConfirm : undefined}
          loading={props.busy ?? false}
          data-autofocus={props.critical ? undefined : true}
        >
          {props.confirmLabel}
        </Button>
      </Row>
    </Modal>
  )
}
