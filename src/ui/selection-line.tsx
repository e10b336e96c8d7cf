// The line that takes the filters' place while rows are selected: how many, what can be done, undo.
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { Row, Text } from './kit/parts.tsx'
import css from './selection-line.module.css'

/** Runs a bulk action on the selected keys; with none selected, says so instead. */
export function runOnSelection(
  selection: ReadonlySet<string>,
  run: (keys: string[]) => void,
  onNothingSelected: () => void,
): void {
  if (selection.size === 0) onNothingSelected()
  else run([...selection])
}

export interface BulkAction {
  id: string
  title: ReactNode
  icon?: IconName
  critical?: boolean
  function: (keys: string[]) => void
}

export interface SelectionLineProps {
  selection: ReadonlySet<string>
  actions: readonly BulkAction[]
  /** Said in place of the number: more is selected than the rows here. */
  all?: ReactNode
  /** Beside the number. */
  aside?: ReactNode
  onClear: () => void
  /** An action was pressed with nothing selected: the caller's toast. */
  onNothingSelected: () => void
}

export function SelectionLine(props: SelectionLineProps) {
  const { selection, actions, all, aside, onClear, onNothingSelected } = props
  const { t } = useLingui()
  return (
    <Row
      wrap
      gap={2}
      padY="half"
      ground="accent-soft"
      round="control"
      className={css.line}
      role="toolbar"
      aria-label={t`Selected rows`}
    >
      <IconButton icon="close" label={t`Clear the selection`} onClick={onClear} />
      <Text strong className={css.count} role="status">
        {all ?? <Plural value={selection.size} one="# selected" other="# selected" />}
      </Text>
      {aside}
      <div className={css.actions}>
        {actions.map(action => (
          <Button
            key={action.id}
            variant={action.critical ? 'light' : 'default'}
            color={action.critical ? 'critical' : 'accent'}
            leftSection={action.icon && <Icon name={action.icon} />}
            onClick={() => {
              if (all === undefined) runOnSelection(selection, action.function, onNothingSelected)
              else action.function([...selection])
            }}
          >
            {action.title}
          </Button>
        ))}
      </div>
    </Row>
  )
}
