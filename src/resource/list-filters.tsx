// The filter line of a list: states as segments, set filters as chips, a popover that adds another.

import { useLingui } from '@lingui/react/macro'
import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { entityNamed } from '../domain/entities.ts'
import { dayText } from '../ui/calendar.ts'
import { AddFilter, FilterChip } from '../ui/filter-chips.tsx'
import { Box, Inline } from '../ui/kit/parts.tsx'
import { intlLocale, numberFormat } from '../ui/locale.ts'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import { wordText } from './cells.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { nameIn, rowOptions } from './query.ts'
import { isLocalDate, isMoment, type ListSearch, partsOf } from './search.ts'
import type { View } from './view.ts'

export interface ListFiltersProps {
  view: View
  search: ListSearch
  onChange: (changes: ListSearch) => void
}

const ALL = ''

/** The field whose states a list counts; undefined where it counts none. */
export const statesOf = ({ entity }: View): string | undefined =>
  entity.countBy && entity.filters[entity.countBy] === 'oneOf' ? entity.countBy : undefined

/** The states of the list with their counts; nothing where the entity counts nothing. */
export function StateSegments({
  view,
  search,
  onChange,
  counts,
}: ListFiltersProps & { counts: Record<string, number> | undefined }) {
  const { i18n, t } = useLingui()
  const field = statesOf(view)
  if (!field) return null
  const words = view.words[field] ?? {}
  const chosen = search[field]
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const segments = [
    { value: ALL, label: t`All`, count: all },
    ...Object.entries(words)
      // A state that no row has is noise, unless it is chosen.
      .filter(([word]) => !counts || (counts[word] ?? 0) > 0 || chosen === word)
      .map(([word, { shape }]) => ({
        value: word,
        label: wordText(view, field, word, i18n),
        count: counts ? (counts[word] ?? 0) : undefined,
        ...(shape && { shape }),
      })),
  ]
  return (
    <Box fits scroll="x" noBar>
      <SegmentedFilter
        label={labelOf(view, field, text => i18n._(text))}
        segments={segments}
        // Several states at once are a chip; no segment stands for them.
        value={typeof chosen === 'string' ? chosen : ALL}
        onChange={value => onChange({ [field]: value || undefined })}
      />
    </Box>
  )
}

function labelOf(view: View, field: string, say: (label: View['title']) => string): string {
  const label = view.filters[field] ?? view.columns.find(column => column.of === field)?.label
  return label ? say(label) : field
}

/** Set filters as chips, then the button that adds one. */
export function FilterChips({ view, search, onChange }: ListFiltersProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<string | true>()
  const { entity } = view
  const offered = Object.keys(view.filters)
  const set = Object.keys(entity.filters).filter(field => {
    if (field === view.shownElsewhere) return false
    if (field === entity.countBy) return String(search[field] ?? '').includes(',')
    return partsOf(entity, field).some(part => search[part] !== undefined)
  })
  const editor = (field: string | undefined): ReactNode => (
    <FilterEditor
      view={view}
      fields={field ? [field] : offered.filter(each => each !== entity.countBy)}
      search={search}
      onChange={changes => {
        onChange(changes)
        setOpen(undefined)
      }}
    />
  )
  return (
    <>
      {set.map(field => (
        <Popover
          key={field}
          opened={open === field}
          onChange={next => setOpen(next ? field : undefined)}
          position="bottom-start"
          trapFocus
          withinPortal
          // The target is a plain frame around two buttons: it may not be said to expand.
          withRoles={false}
        >
          <Popover.Target>
            <Inline align="stretch" shrink fits>
              <SetFilter
                view={view}
                field={field}
                search={search}
                onClick={() => setOpen(field)}
                onRemove={() =>
                  onChange(Object.fromEntries(partsOf(entity, field).map(part => [part, undefined])))
                }
              />
            </Inline>
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={t`Filter`}>
            {open === field && editor(field)}
          </Popover.Dropdown>
        </Popover>
      ))}
      {offered.length > 0 && (
        <Popover
          opened={open === true}
          onChange={next => setOpen(next || undefined)}
          position="bottom-start"
          trapFocus
          withinPortal
        >
          <Popover.Target>
            <AddFilter expanded={open === true} onClick={() => setOpen(open === true ? undefined : true)}>
              {t`Filter`}
            </AddFilter>
          </Popover.Target>
          <Popover.Dropdown>{open === true && editor(undefined)}</Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

interface SetFilterProps {
  view: View
  field: string
  search: ListSearch
  onClick: () => void
  onRemove: () => void
}

function SetFilter({ view, field, search, onClick, onRemove }: SetFilterProps) {
  const { i18n } = useLingui()
  const reference = view.entity.refs?.[field]
  const label = labelOf(view, field, text => i18n._(text))
  const offered = view.filters[field] !== undefined
  const chip = (value: string) => (
    <FilterChip text={`${label}: ${value}`} onRemove={onRemove} {...(offered && { onClick })} />
  )
  const value = search[field]
  if (reference && typeof value === 'number') {
    return <ReferenceName entityKey={reference.entity} id={value} show={chip} />
  }
  if (view.entity.filters[field] === 'range') {
    const say = (bound: unknown) => {
      if (bound === undefined) return ''
      if (isMoment(view.entity, field)) return dayText(Number(bound))
      if (isLocalDate(view.entity, field)) return String(bound)
      return numberFormat(intlLocale(i18n.locale)).format(Number(bound))
    }
    return chip(`${say(search[`${field}From`])} – ${say(search[`${field}To`])}`)
  }
  if (view.entity.filters[field] === 'oneOf') {
    const words = String(value).split(',')
    return chip(words.map(word => wordText(view, field, word, i18n)).join(', '))
  }
  return chip(wordText(view, field, value, i18n))
}

function ReferenceName(props: { entityKey: string; id: number; show: (name: string) => ReactNode }) {
  const entity = entityNamed(props.entityKey)
  const { i18n } = useLingui()
  const { data } = useQuery(rowOptions(entity, props.id))
  return props.show(data ? nameIn(i18n.locale, entity, data) : `#${props.id}`)
}
