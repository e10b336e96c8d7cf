// The line above a list: states, chips, the column chooser at its end; on a phone search and actions as well.
import { useLingui } from '@lingui/react/macro'
import { ColumnChooser } from '../ui/data-table/column-chooser.tsx'
import type { ColumnLayout } from '../ui/data-table/columns.ts'
import { FilterLine } from '../ui/filter-chips.tsx'
import { useScreen } from '../ui/pointer.ts'
import { tableColumns } from './cells.tsx'
import { FilterChips, StateSegments, statesOf } from './list-filters.tsx'
import { type ListActionsProps, PhoneListActions } from './list-head.tsx'
import type { ListAddress } from './list-search.ts'
import { SearchBox } from './search-box.tsx'
import type { View } from './view.ts'

interface ListFilterLineProps {
  view: View
  address: ListAddress
  counts: Record<string, number> | undefined
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout | undefined) => void
  actions: ListActionsProps
}

export function ListFilterLine(props: ListFilterLineProps) {
  const { view, address, counts, layout, onLayout } = props
  const { i18n } = useLingui()
  const { search, change } = address
  const phone = useScreen() === 'phone'
  const changeFilters = (changes: Parameters<typeof change>[0]) => change(changes)
  return (
    <FilterLine
      end={
        phone ? (
          <PhoneListActions {...props.actions} />
        ) : (
          <ColumnChooser columns={tableColumns(view, i18n, false)} layout={layout} onLayout={onLayout} />
        )
      }
    >
      <StateSegments view={view} search={search} counts={counts} onChange={changeFilters} />
      {phone && view.entity.search.length > 0 && (
        <SearchBox
          value={search.q ?? ''}
          onSearch={q => change({ q: q || undefined }, { replace: true })}
          folds={statesOf(view) !== undefined}
        />
      )}
      <FilterChips view={view} search={search} onChange={changeFilters} />
    </FilterLine>
  )
}
