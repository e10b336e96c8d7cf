// The one list of the console: title and count, filters, table or cards, selection, pages, the panel beside it.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '../contract/entity-endpoints.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { useScreen } from '../ui/pointer.ts'
import { ActionsProvider, useActions } from './actions.tsx'
import { BulkLine } from './bulk-line.tsx'
import { useColumnLayout } from './column-layout.ts'
import { FormDrawer } from './form-drawer.tsx'
import { ListBody } from './list-body.tsx'
import { ListFilterLine } from './list-filter-line.tsx'
import { ListHead } from './list-head.tsx'
import { type KeptSearch, type ListAddress, useListAddress } from './list-search.ts'
import { Peek } from './peek.tsx'
import { usePeekKeys } from './peek-keys.ts'
import { pageOptions } from './query.ts'
import { queryOf } from './search.ts'
import { useShownView } from './shown-view.ts'
import type { Row, View } from './view.ts'

/** Counts drift when rows outside the page change; asking now and then keeps them right. */
const RECOUNT_MS = 30_000

/** A whole list screen. Everything a person chooses in it stands in the address. */
export function ListPage({ view: whole, kept }: { view: View; kept?: KeptSearch }) {
  const view = useShownView(whole)
  const address = useListAddress(view.entity, kept)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const done = (rows: readonly Row[]) =>
    setChosen(before => new Map([...before].filter(([key]) => !rows.some(row => String(row.id) === key))))
  return (
    <ActionsProvider
      view={view}
      onEdit={row => address.change({ form: row.id })}
      onDone={done}
      onRemoved={rows => {
        if (rows.some(row => row.id === address.search.open)) address.change({ open: undefined })
      }}
    >
      <ListScreen view={view} address={address} chosen={chosen} onChosen={setChosen} />
      <FormDrawer view={view} address={address} />
    </ActionsProvider>
  )
}

interface ListScreenProps {
  view: View
  address: ListAddress
  chosen: ReadonlyMap<string, Row>
  onChosen: (chosen: ReadonlyMap<string, Row>) => void
}

function ListScreen({ view, address, chosen, onChosen }: ListScreenProps) {
  const { search, change } = address
  const phone = useScreen() === 'phone'
  const { bulk } = useActions()
  const [layout, setLayout] = useColumnLayout(view)
  const [choosing, setChoosing] = useState(false)
  const [all, setAll] = useState(false)
  const size = search.size ?? view.pageSize ?? DEFAULT_PAGE_SIZE
  const query = { ...queryOf(view.entity, search, size), ...view.within }
  const list = useQuery({
    ...pageOptions(view.entity, query),
    refetchInterval: view.entity.countBy ? RECOUNT_MS : false,
  })
  const page = list.data
  const rows = page?.list ?? noRows
  const selection = useMemo(
    () => (all ? new Set(rows.map(row => String(row.id))) : new Set(chosen.keys())),
    [all, rows, chosen],
  )
  const select = (keys: ReadonlySet<string>) => {
    setAll(false)
    const here = new Map(rows.map(row => [String(row.id), row]))
    onChosen(
      new Map(
        [...keys].flatMap(key => {
          const row = here.get(key) ?? chosen.get(key)
          return row ? [[key, row] as const] : []
        }),
      ),
    )
  }
  const open = (row: Row | undefined, replace = false) => change({ open: row?.id }, { replace })
  usePeekKeys(rows, search.open, row => open(row, true))
  const selecting = bulk && (selection.size > 0 || choosing || all)
  const { listHeader } = view.slots
  const actions = {
    view,
    query,
    layout,
    ids: all ? [] : [...chosen.values()].map(row => row.id),
    onAdd: () => change({ form: 'new' }),
    onChoose: bulk && phone ? () => setChoosing(true) : undefined,
  }
  return (
    <PageFrame
      beside={
        search.open !== undefined && (
          <Peek
            view={view}
            id={search.open}
            listed={rows.find(row => row.id === search.open)}
            onClose={() => open(undefined)}
          />
        )
      }
    >
      <ListHead
        view={view}
        list={list}
        total={page?.total}
        search={search.q}
        onSearch={q => change({ q: q || undefined }, { replace: true })}
        actions={actions}
      />
      {listHeader?.({ total: page?.total })}
      {selecting ? (
        <BulkLine
          chosen={[...chosen.values()]}
          found={page && { query, total: page.total }}
          all={all}
          onAll={setAll}
          onClear={() => {
            setChoosing(false)
            setAll(false)
            onChosen(new Map())
          }}
        >
          {view.slots.chosen?.({ rows: [...chosen.values()], found: all ? query : undefined })}
        </BulkLine>
      ) : (
        <ListFilterLine
          view={view}
          address={address}
          counts={page?.counts}
          layout={layout}
          onLayout={setLayout}
          actions={actions}
        />
      )}
      <ListBody
        view={view}
        address={address}
        list={list}
        page={page}
        size={size}
        layout={layout}
        {...(bulk && (!phone || selecting) && { selection, onSelection: select })}
        onOpen={open}
      />
    </PageFrame>
  )
}

const noRows: readonly Row[] = []
