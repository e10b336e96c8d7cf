// The panel beside a list for one row: the view's own body, or all columns as facts.
import { useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { showToast } from '../platform/toast.ts'
import { Facts } from '../ui/facts.tsx'
import { FieldCopy } from '../ui/field-copy.tsx'
import { Icon } from '../ui/icons.tsx'
import { Text } from '../ui/kit/parts.tsx'
import { MenuAction } from '../ui/menu-action.tsx'
import { PeekPanel, PeekSection } from '../ui/peek-panel.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { type RowAction, useActions } from './actions.tsx'
import { valueNode } from './cells.tsx'
import { wordsForError } from './error-words.ts'
import css from './peek.module.css'
import { rowOptions } from './query.ts'
import type { Row, View } from './view.ts'

interface PeekProps {
  view: View
  id: number
  /** The row as the list has it, where it does. */
  listed: Row | undefined
  onClose: () => void
}

export function Peek({ view, id, listed, onClose }: PeekProps) {
  const { i18n } = useLingui()
  const router = useRouter()
  const { nameOf, actionsFor } = useActions()
  const client = useQueryClient()
  const query = useQuery({ ...rowOptions(view.entity, id), enabled: listed === undefined })
  // Without a network a row opens from wherever it was listed last.
  const row = listed ?? query.data ?? (query.isSuccess ? undefined : rowOfPages(client, view.entity.key, id))
  if (!row) {
    return (
      <PeekPanel title={i18n._(view.titleOne)} onClose={onClose}>
        {query.isError ? (
          <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
        ) : (
          <Loading variant="detail" />
        )}
      </PeekPanel>
    )
  }
  const { badges, actions, peek } = view.slots
  const full = view.fullPage?.(row)
  const icon = view.card.icon?.(row) ?? view.icon
  return (
    <PeekPanel
      key={id}
      {...(icon && { icon })}
      title={nameOf(row)}
      {...(view.identifier && { subtitle: <Identifier view={view} row={row} /> })}
      {...(badges && { badges: badges({ row }) })}
      actions={
        <>
          {actions?.({ row })}
          <ActionButtons actions={actionsFor([row])} />
        </>
      }
      {...(full && { onExpand: () => router.history.push(full) })}
      onClose={onClose}
    >
      {peek ? peek({ row }) : <RowFacts view={view} row={row} />}
    </PeekPanel>
  )
}

/** A row from whichever kept page of whichever list of its entity has it. */
function rowOfPages(client: QueryClient, key: string, id: number): Row | undefined {
  for (const [, page] of client.getQueriesData<{ list?: readonly Row[] }>({
    queryKey: ['entity', key, 'page'],
  })) {
    const row = page?.list?.find(each => each.id === id)
    if (row) return row
  }
  return undefined
}

/** The identifier of a row with its copy button. */
export function Identifier({ view, row }: { view: View; row: Row }) {
  const { i18n } = useLingui()
  const column = view.columns.find(each => each.of === view.identifier)
  const value = view.identifier ? row[view.identifier] : undefined
  if (value === undefined || value === null || value === '') return null
  return (
    <FieldCopy
      label={column ? i18n._(column.label) : ''}
      value={String(value)}
      onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
    />
  )
}

/** All columns of a row with a value, as labels and values. */
export function RowFacts({ view, row }: { view: View; row: Row }) {
  const { i18n } = useLingui()
  return (
    <PeekSection>
      <Facts
        facts={view.columns
          .filter(column => column.of !== view.nameOf)
          .map(column => ({
            id: column.of,
            label: i18n._(column.label),
            value: valueNode(view, column, row, i18n),
          }))}
      />
    </PeekSection>
  )
}

interface ActionButtonsProps {
  actions: readonly RowAction[]
  /** Most buttons before the rest goes behind «more». */
  most?: number
}

/** What can be done: the usual ones as buttons, the rest in a menu. */
export function ActionButtons({ actions: rowActions, most = 2 }: ActionButtonsProps) {
  const { t } = useLingui()
  const usual = rowActions.filter(action => action.primary).slice(0, most)
  const rest = rowActions.filter(rowAction => !usual.includes(rowAction))
  // One or two in all need no menu.
  const [buttons, menu] = rowActions.length <= most ? [rowActions, []] : [usual, rest]
  // A grey button says why in words: a finger finds no title.
  const blocked = [...new Set(buttons.flatMap(rowAction => rowAction.blocked ?? []))]
  return (
    <>
      {buttons.map(rowAction => (
        <Button
          key={rowAction.id}
          variant="default"
          disabled={rowAction.blocked !== undefined}
          title={rowAction.blocked}
          leftSection={rowAction.icon && <Icon name={rowAction.icon} />}
          onClick={rowAction.run}
        >
          {rowAction.label}
        </Button>
      ))}
      {menu.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" aria-label={t`More actions`} title={t`More actions`} px="sm">
              <Icon name="more" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {menu.map(rowAction => (
              <MenuAction
                key={rowAction.id}
                label={rowAction.label}
                icon={rowAction.icon}
                critical={rowAction.critical}
                blocked={rowAction.blocked}
                onRun={rowAction.run}
              />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {blocked.map(reason => (
        <Text as="p" key={reason} size="caption" tone="ink-2" className={css.blocked}>
          {reason}
        </Text>
      ))}
    </>
  )
}
