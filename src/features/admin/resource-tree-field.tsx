// The resources of a role as a tree of boxes, with half-checked branches.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { resource } from '../../domain/access/access.ts'
import { wordsForError } from '../../resource/error-words.ts'
import type { FieldControl } from '../../resource/view.ts'
import { allRowsOptions, narrowed, treeOf } from '../../resource/whole-tree.ts'
import { look } from '../../ui/kit/look.ts'
import { Box, FieldGroup, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { TreeList } from '../../ui/tree-list.tsx'
import { checkedOf, resourcesOf, withPageLeaves } from './resource-choice.ts'
import { resourceName } from './resource-names.ts'

export function ResourceTreeField({ label, value, error, disabled, onChange }: FieldControl) {
  const { i18n, t } = useLingui()
  const all = useQuery(allRowsOptions(resource))
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [text, setText] = useState('')
  const ids = useMemo(() => (Array.isArray(value) ? value.filter(id => typeof id === 'number') : []), [value])
  const rows = useMemo(() => (all.data ?? []).filter(row => row.status === 'enabled'), [all.data])
  const pageTitle = t`Open the page`
  const nodes = useMemo(() => {
    const menus = new Set(rows.filter(row => row.type === 'menu').map(row => String(row.id)))
    return withPageLeaves(
      treeOf(rows, row => ({ title: resourceName(row, i18n.locale) })),
      menus,
      pageTitle,
    )
  }, [rows, i18n.locale, pageTitle])
  const checked = useMemo(() => checkedOf(nodes, ids), [nodes, ids])
  const shown = text.trim() ? narrowed(nodes, text) : { nodes, open: expanded }
  return (
    <FieldGroup stack gap={2} disabled={disabled}>
      <Text as="legend" pad={0} below={2} medium>
        {label}{' '}
        <Text plain tone="ink-3">
          {ids.length}
        </Text>
      </Text>
      {all.isError && !all.data ? (
        <ErrorState what={i18n._(wordsForError(all.error))} onRetry={() => void all.refetch()} />
      ) : !all.data ? (
        <Loading variant="list" count={6} />
      ) : (
        <>
          <input
            type="search"
            name="resourceIds"
            className={look({
              wide: true,
              atLeast: 'target',
              padX: 2,
              ground: 'surface',
              edge: 'strong',
              round: 'control',
              tone: 'ink',
            })}
            placeholder={t`Find a page or permission`}
            aria-label={t`Find a page or permission`}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <Box pad={2} edge="strong" round="control" scroll="y" atMostTall="part">
            {shown.nodes.length === 0 ? (
              <Text as="p" pad={2} tone="ink-2">
                <Trans>Nothing found</Trans>
              </Text>
            ) : (
              <TreeList
                label={label}
                nodes={shown.nodes}
                expanded={shown.open}
                onExpanded={setExpanded}
                checked={checked}
                onChecked={next => {
                  if (!disabled) onChange(resourcesOf(rows, next, ids))
                }}
              />
            )}
          </Box>
        </>
      )}
      {error && (
        <Text as="p" size="small" tone="critical" role="alert">
          {error}
        </Text>
      )}
    </FieldGroup>
  )
}
