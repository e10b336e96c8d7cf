// The one list of the console: title and count, filters, table or cards, selection, pages, the panel beside it.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '../contract/entity-endpoints.ts'
import { tell } from '../platform/tell.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { useScreen } from '../ui/pointer.ts'
import { SelectionLine } from '../ui/selection-line.tsx'
import { ActionsProvider, useActions } from './actions.tsx'
import { useColumnLayout } from './column-layout.ts'
import { FormDrawer } from './form-drawer.tsx'
import { ListBody } from './list-body.tsx'
import { ListFilterLine } from './list-filter-line.tsx'
import { ListHead } from './list-head.tsx'
import css from './list-page.module.css'
import { type KeptSearch, type ListAddress, useListAddress } from './list-search.ts'
import { Peek } from './peek.tsx'
import { usePeekKeys } from './peek-keys.ts'
import { pageOptions } from './query.ts'
import { queryOf } from './search.ts'
import type { Row, View } from './view.ts'

/** Counts drift when rows outside the page change; asking now and then keeps them right. */
const RECOUNT_MS = 30_000

/** A whole list screen. Everything a person chooses in it stands in the address. */
export function ListPage({ view, kept }: { view: View; kept?: KeptSearch }) {
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
  const size = search.size ?? view.pageSize ?? DEFAULT_PAGE_SIZE
  const query = queryOf(view.entity, search, size)
  const list = useQuery({
    ...pageOptions(view.entity, query),
    refetchInterval: view.entity.countBy ? RECOUNT_MS : false,
  })
  const page = list.data
  const rows = page?.list ?? noRows
  const selection = useMemo(() => new Set(chosen.keys()), [chosen])
  const select = (keys: ReadonlySet<string>) => {
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
  const selecting = bulk && (selection.size > 0 || choosing)
  const { listHeader } = view.slots
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
        query={query}
        layout={layout}
        ids={[...chosen.values()].map(row => row.id)}
        search={search.q}
        onSearch={q => change({ q: q || undefined }, { replace: true })}
        onAdd={() => change({ form: 'new' })}
        {...(bulk && phone && { onChoose: () => setChoosing(true) })}
      />
      {listHeader?.({ total: page?.total })}
      {selecting ? (
        <BulkLine
          view={view}
          chosen={chosen}
          onClear={() => {
            setChoosing(false)
            onChosen(new Map())
          }}
        />
      ) : (
        <ListFilterLine
          view={view}
          address={address}
          counts={page?.counts}
          layout={layout}
          onLayout={setLayout}
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

interface BulkLineProps {
  view: View
  chosen: ReadonlyMap<string, Row>
  onClear: () => void
}

function BulkLine({ view, chosen, onClear }: BulkLineProps) {
  const { t } = useLingui()
  const { offersFor } = useActions()
  const rows = [...chosen.values()]
  const offers = offersFor(rows).filter(offer => offer.id !== 'edit')
  return (
    <div className={css.bulk}>
      <SelectionLine
        selection={new Set(chosen.keys())}
        actions={offers.map(offer => ({
          id: offer.id,
          title: offer.label,
          ...(offer.icon && { icon: offer.icon }),
          critical: offer.critical,
          function: () => {
            if (offer.blocked === undefined) offer.run()
            else tell({ kind: 'tip', message: msg`No connection. This is not kept for later.` })
          },
        }))}
        onClear={onClear}
        onNothingSelected={() => tell({ kind: 'tip', message: msg`Nothing selected` })}
      />
      {view.slots.chosen?.({ rows })}
      {offers.length === 0 && <p className={css.none}>{t`Nothing can be done with all of these at once.`}</p>}
    </div>
  )
}
