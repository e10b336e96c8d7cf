// A screen for an entity that is a tree: the tree, the chosen node beside it, and the form over both.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Box, Text } from '../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../ui/page-frame.tsx'
import { PeekPanel } from '../ui/peek-panel.tsx'
import { useScreen } from '../ui/pointer.ts'
import { Empty, ErrorState, Loading, StaleBadge } from '../ui/states.tsx'
import { TreeList } from '../ui/tree-list.tsx'
import { ActionsProvider, useActions } from './actions.tsx'
import { wordsForError } from './error-words.ts'
import { FormDrawer } from './form-drawer.tsx'
import { type ListAddress, useListAddress } from './list-search.ts'
import { ActionButtons, RowFacts } from './peek.tsx'
import { useOnline } from './surroundings.ts'
import css from './tree-page.module.css'
import type { Row, Values, View } from './view.ts'
import { allRowsOptions, type NodeOf, narrowed, treeOf } from './whole-tree.ts'

interface TreePageProps {
  view: View
  nodeOf: NodeOf
  /** What a new node under this one starts from; undefined where nothing may stand under it. */
  childOf: (row: Row) => Values | undefined
  badges?: (row: Row) => ReactNode
  /** Under the facts of the chosen node. */
  more?: (row: Row) => ReactNode
}

export function TreePage(props: TreePageProps) {
  const address = useListAddress(props.view.entity)
  const [preset, setPreset] = useState<Values>({})
  const view = useMemo(
    () => ({ ...props.view, initial: { ...props.view.initial, ...preset } }),
    [props.view, preset],
  )
  const add = (values: Values) => {
    setPreset(values)
    address.change({ form: 'new' })
  }
  return (
    <ActionsProvider
      view={view}
      onEdit={row => address.change({ form: row.id })}
      onDone={() => address.change({ open: undefined }, { replace: true })}
    >
      <TreeScreen {...props} view={view} address={address} onAdd={add} />
      <FormDrawer view={view} address={address} />
    </ActionsProvider>
  )
}

interface TreeScreenProps extends TreePageProps {
  address: ListAddress
  onAdd: (values: Values) => void
}

function TreeScreen(props: TreeScreenProps) {
  const { view, nodeOf, address, onAdd } = props
  const { i18n, t } = useLingui()
  const online = useOnline()
  const phone = useScreen() === 'phone'
  const { maySave } = useActions()
  const all = useQuery(allRowsOptions(view.entity))
  const [text, setText] = useState('')
  const rows = all.data
  const nodes = useMemo(() => treeOf(rows ?? [], nodeOf), [rows, nodeOf])
  const [chosen, setExpanded] = useState<ReadonlySet<string>>()
  // Until somebody folds, small trees stand open and large ones show their top.
  const expanded = chosen ?? new Set((rows?.length ?? 0) > 60 ? [] : rows?.map(row => String(row.id)))
  const shown = text.trim() ? narrowed(nodes, text) : { nodes, open: expanded }
  const open = rows?.find(row => row.id === address.search.open)
  if (phone && open) return <NodePanel {...props} row={open} />
  return (
    <PageFrame scrolls beside={open && <NodePanel {...props} row={open} />}>
      <PageHead
        title={i18n._(view.title)}
        count={rows?.length}
        end={
          maySave && (
            <Button
              leftSection={<Icon name="plus" />}
              disabled={!online}
              onClick={() => onAdd({ parentId: null })}
            >
              {view.add ? i18n._(view.add) : t`Add`}
            </Button>
          )
        }
      >
        {rows && (!online || all.isError) && <StaleBadge at={all.dataUpdatedAt} />}
        <input
          type="search"
          className={look(
            {
              wide: true,
              atLeast: 'target',
              padX: 2,
              ground: 'surface',
              edge: 'strong',
              round: 'control',
              tone: 'ink',
            },
            css.narrow,
          )}
          placeholder={t`Find by name`}
          aria-label={t`Find by name`}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </PageHead>
      {!rows ? (
        all.isError ? (
          <ErrorState what={i18n._(wordsForError(all.error))} onRetry={() => void all.refetch()} />
        ) : (
          <Loading variant="list" />
        )
      ) : rows.length === 0 && view.empty ? (
        <Empty
          {...(view.empty.icon && { icon: view.empty.icon })}
          title={i18n._(view.empty.title)}
          why={view.empty.why && i18n._(view.empty.why)}
        />
      ) : shown.nodes.length === 0 ? (
        <Text as="p" pad={2} tone="ink-2">
          <Trans>Nothing found</Trans>
        </Text>
      ) : (
        <Box pad={2} ground="surface" edge="line" round="card" maw={760}>
          <TreeList
            label={i18n._(view.title)}
            nodes={shown.nodes}
            expanded={shown.open}
            onExpanded={setExpanded}
            selected={open && String(open.id)}
            onSelect={node => address.change({ open: Number(node.id) })}
          />
        </Box>
      )}
    </PageFrame>
  )
}

function NodePanel({
  view,
  row,
  address,
  onAdd,
  childOf,
  nodeOf,
  badges,
  more,
}: TreeScreenProps & { row: Row }) {
  const { t } = useLingui()
  const online = useOnline()
  const { maySave, actionsFor } = useActions()
  const child = childOf(row)
  const { title, icon } = nodeOf(row)
  return (
    <PeekPanel
      key={row.id}
      {...(icon && { icon })}
      title={title}
      {...(badges && { badges: badges(row) })}
      actions={
        <>
          {maySave && child && (
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              disabled={!online}
              onClick={() => onAdd(child)}
            >
              {t`Add below`}
            </Button>
          )}
          <ActionButtons actions={actionsFor([row])} />
        </>
      }
      onClose={() => address.change({ open: undefined })}
    >
      <RowFacts view={view} row={row} />
      {more?.(row)}
    </PeekPanel>
  )
}
