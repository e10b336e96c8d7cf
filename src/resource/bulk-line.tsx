// The line over a list while rows are chosen: what can be done with them, or with all that the filter finds.
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { permissionFor } from '../domain/entity.ts'
import { task } from '../domain/task/task.ts'
import { showToast } from '../platform/toast.ts'
import { Stack, Text } from '../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../ui/locale.ts'
import { SelectionLine } from '../ui/selection-line.tsx'
import { type FoundRows, useActions } from './actions.tsx'
import css from './list-page.module.css'
import { useOnline, useRights } from './surroundings.ts'
import type { Row } from './view.ts'

interface BulkLineProps {
  chosen: readonly Row[]
  /** What the list's filter finds now; undefined while nobody knows. */
  found: FoundRows | undefined
  /** All that is found is chosen, not only the rows. */
  all: boolean
  onAll: (all: boolean) => void
  onClear: () => void
  /** What else can be done with the chosen rows. */
  children?: ReactNode
}

export function BulkLine({ chosen, found, all, onAll, onClear, children }: BulkLineProps) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const number = numberFormat(useIntlLocale())
  const { actionsFor, actionsForFound } = useActions()
  const rowActions = (all && found ? actionsForFound(found) : actionsFor(chosen)).filter(
    ({ id }) => id !== 'edit',
  )
  const total = number.format(found?.total ?? 0)
  // How far it gets, and what became of each row, stands in the task list.
  const mayWatch = may(permissionFor(task, 'read'))
  const more =
    online &&
    mayWatch &&
    found !== undefined &&
    found.total > chosen.length &&
    actionsForFound(found).length > 0
  return (
    <Stack one gap={2} className={css.bulk}>
      <SelectionLine
        selection={new Set(chosen.map(({ id }) => String(id)))}
        {...(all &&
          found && { all: <Plural value={found.total} one="# found" other={`All ${total} found`} /> })}
        {...((more || all) && {
          aside: (
            <Button variant="subtle" aria-pressed={all} onClick={() => onAll(!all)}>
              {all ? t`Only the chosen rows` : t`Choose all ${total} found`}
            </Button>
          ),
        })}
        actions={rowActions.map(action => ({
          id: action.id,
          title: action.label,
          ...(action.icon && { icon: action.icon }),
          critical: action.critical,
          function: () => {
            if (action.blocked === undefined) action.run()
            else showToast({ kind: 'tip', message: msg`No connection. This is not kept for later.` })
          },
        }))}
        onClear={onClear}
        onNothingSelected={() => showToast({ kind: 'tip', message: msg`Nothing selected` })}
      />
      {children}
      {rowActions.length === 0 && chosen.length > 0 && (
        <Text as="p" size="small" tone="ink-2">{t`Nothing can be done with all of these at once.`}</Text>
      )}
    </Stack>
  )
}
