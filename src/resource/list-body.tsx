// Rows of a list: the table, or cards on a phone; or why there are none.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Page } from '../contract/entity-endpoints.ts'
import { CardList } from '../ui/data-table/card-list.tsx'
import type { ColumnLayout, Sort } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Box } from '../ui/kit/parts.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { useScreen } from '../ui/pointer.ts'
import { Empty } from '../ui/states.tsx'
import { AbsentList } from './absent-list.tsx'
import { useActions } from './actions.tsx'
import { cardOf, tableColumns } from './cells.tsx'
import css from './list-page.module.css'
import type { ListAddress } from './list-search.ts'
import { filtersOf, PAGE_SIZES, withoutFilters } from './search.ts'
import type { Row, View } from './view.ts'

interface ListBodyProps {
  view: View
  address: ListAddress
  list: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>
  page: Page<Row> | undefined
  size: number
  layout: ColumnLayout
  selection?: ReadonlySet<string>
  onSelection?: (selection: ReadonlySet<string>) => void
  onOpen: (row: Row | undefined, replace?: boolean) => void
}

const rowKey = (row: Row): string => String(row.id)

export function ListBody(props: ListBodyProps) {
  const { view, address, page, size, layout, selection, onSelection, onOpen } = props
  const { i18n, t } = useLingui()
  const { search, change } = address
  const screen = useScreen()
  const { nameOf } = useActions()
  const choosable = selection !== undefined
  const columns = useMemo(() => tableColumns(view, i18n, choosable), [view, i18n, i18n.locale, choosable])
  if (!page) return <AbsentList offline={view.entity.offline} list={props.list} />
  const footer = (
    <div className={css.foot}>
      <Box row wrap gap={0} columnGap={2} className={css.footer}>
        <Pagination
          page={search.page ?? 1}
          pageSize={size}
          total={page.total}
          onPage={to => change({ page: to })}
        />
        {page.total > 0 && <PageSize size={size} onSize={next => change({ size: next })} />}
      </Box>
    </div>
  )
  const title = i18n._(view.title)
  const empty = page.list.length === 0 && <NoRows view={view} address={address} />
  const choice = selection && onSelection && { selection, onSelection }
  if (screen === 'phone') {
    return (
      <CardList
        label={title}
        rows={page.list}
        rowKey={rowKey}
        card={row => cardOf(view, row, i18n)}
        onOpen={row => onOpen(row)}
        {...choice}
        selectLabel={row => t`Select ${nameOf(row)}`}
        empty={empty}
        footer={footer}
      />
    )
  }
  const sort = search.sort ?? view.entity.defaultSort
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={page.list}
      rowKey={rowKey}
      sort={{ id: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }}
      onSort={next => change({ sort: sortText(next) })}
      {...choice}
      layout={layout}
      activeKey={search.open === undefined ? undefined : String(search.open)}
      onOpen={row => onOpen(row, search.open !== undefined)}
      onMove={row => {
        if (search.open !== undefined) onOpen(row, true)
      }}
      onClose={() => {
        if (search.open !== undefined) onOpen(undefined)
      }}
      {...(view.rowTone && { rowTone: (row: Row) => view.rowTone?.(row) })}
      total={page.total}
      offset={((search.page ?? 1) - 1) * size}
      empty={empty}
      footer={footer}
    />
  )
}

const sortText = (sort: Sort | undefined): string | undefined =>
  sort && `${sort.direction === 'desc' ? '-' : ''}${sort.id}`

function NoRows({ view, address }: Pick<ListBodyProps, 'view' | 'address'>): ReactNode {
  const { i18n, t } = useLingui()
  const { mayAdd } = useActions()
  const { search, set, change } = address
  const narrowed = Object.keys(filtersOf(search)).length > 0 || search.q !== undefined
  if (narrowed) {
    return (
      <Empty
        icon="search"
        title={t`Nothing matches`}
        why={t`No entry matches the search and the filters.`}
        action={
          <Button
            variant="default"
            onClick={() => set(withoutFilters(search))}
          >{t`Clear the filters`}</Button>
        }
      />
    )
  }
  const { empty } = view
  return (
    <Empty
      {...(empty?.icon && { icon: empty.icon })}
      title={empty ? i18n._(empty.title) : t`Nothing here yet`}
      {...(empty?.why && { why: i18n._(empty.why) })}
      {...(mayAdd && {
        action: (
          <Button leftSection={<Icon name="plus" />} onClick={() => change({ form: 'new' })}>
            {view.add ? i18n._(view.add) : t`Add`}
          </Button>
        ),
      })}
    />
  )
}

function PageSize({ size, onSize }: { size: number; onSize: (size: number) => void }) {
  const { t } = useLingui()
  const sizes = PAGE_SIZES.some(each => each === size) ? PAGE_SIZES : [size, ...PAGE_SIZES]
  return (
    <label
      className={look(
        { inline: true, gap: 2, size: 'caption', tone: 'ink-3', padStart: 2, padEnd: 3 },
        css.size,
      )}
    >
      <span className="gh-hidden">{t`Rows a page`}</span>
      <select value={size} onChange={event => onSize(Number(event.currentTarget.value))}>
        {sizes.map(each => (
          <option key={each} value={each}>
            {t`${each} a page`}
          </option>
        ))}
      </select>
    </label>
  )
}
