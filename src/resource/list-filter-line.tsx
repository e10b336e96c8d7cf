// The line above a list: states, search, chips, and the column chooser at its end.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ColumnChooser } from '../ui/data-table/column-chooser.tsx'
import type { ColumnLayout } from '../ui/data-table/columns.ts'
import { FilterLine } from '../ui/filter-chips.tsx'
import { Icon } from '../ui/icons.tsx'
import { useScreen } from '../ui/pointer.ts'
import { tableColumns } from './cells.tsx'
import { FilterChips, StateSegments } from './list-filters.tsx'
import css from './list-page.module.css'
import type { ListAddress } from './list-search.ts'
import type { View } from './view.ts'

interface ListFilterLineProps {
  view: View
  address: ListAddress
  counts: Record<string, number> | undefined
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout | undefined) => void
}

export function ListFilterLine({ view, address, counts, layout, onLayout }: ListFilterLineProps) {
  const { i18n } = useLingui()
  const { search, change } = address
  const phone = useScreen() === 'phone'
  const changeFilters = (changes: Parameters<typeof change>[0]) => change(changes)
  return (
    <FilterLine
      {...(!phone && {
        end: <ColumnChooser columns={tableColumns(view, i18n, false)} layout={layout} onLayout={onLayout} />,
      })}
    >
      <StateSegments view={view} search={search} counts={counts} onChange={changeFilters} />
      {view.entity.search.length > 0 && (
        <SearchBox value={search.q ?? ''} onSearch={q => change({ q: q || undefined }, { replace: true })} />
      )}
      <FilterChips view={view} search={search} onChange={changeFilters} />
    </FilterLine>
  )
}

/** Pause after the last key before the list follows. */
const PAUSE_MS = 250

export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(value)
  const latest = useRef(onSearch)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    latest.current = onSearch
  })
  // Back, forward and «clear filters» change the address; the box follows unless somebody is typing in it.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]'))
        return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <label className={css.search}>
      <Icon name="search" size={16} />
      <span className="gh-hidden">{t`Search`}</span>
      <input
        ref={field}
        type="search"
        value={typed}
        placeholder={t`Search`}
        autoComplete="off"
        maxLength={100}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') onSearch(typed)
        }}
      />
    </label>
  )
}
