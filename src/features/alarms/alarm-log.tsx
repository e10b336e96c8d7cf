// The alarm log: open, own and handled ones, worked off by hand, by finger or by keyboard alone.

import { useLingui } from '@lingui/react/macro'
import { hashKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '../../contract/entity-endpoints.ts'
import { alarm } from '../../domain/alarm/alarm.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { BulkLine } from '../../resource/bulk-line.tsx'
import { originalLayout } from '../../resource/column-layout.ts'
import { FilterChips } from '../../resource/list-filters.tsx'
import { ListHead, PhoneListActions } from '../../resource/list-head.tsx'
import { type ListAddress, useListAddress } from '../../resource/list-search.ts'
import { Peek } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { useShownView } from '../../resource/shown-view.ts'
import { useSession } from '../../resource/surroundings.ts'
import { FilterLine } from '../../ui/filter-chips.tsx'
import { Box } from '../../ui/kit/parts.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { alarmView } from './alarm.view.tsx'
import { AlarmList } from './alarm-list.tsx'
import { alarmQuery, countQueries, type Segment, searchOf, segmentOf } from './alarm-query.ts'
import type { AlarmRow } from './alarm-row.ts'
import { AlarmTabs } from './alarm-tabs.tsx'
import { Newcomers } from './newcomers-note.tsx'
import { OwnFilter } from './own-filter.tsx'
import { PeriodFilter } from './period-filter.tsx'
import { RunningTests, TestsChip } from './test-note.tsx'
import { TriageHelp, TriageHint } from './triage-help.tsx'
import { useTriageKeys } from './triage-keys.ts'

/** Counts drift when alarms outside the page change; asking now and then keeps them right. */
const RECOUNT_MS = 30_000

interface AlarmLogProps {
  /** Stands beside the list while no alarm is open there: the map, once there is one. */
  aside?: ReactNode
}

export function AlarmLog({ aside }: AlarmLogProps) {
  const address = useListAddress(alarm)
  const [chosen, setChosen] = useState<ReadonlyMap<number, AlarmRow>>(new Map())
  const done = useCallback(
    (rows: readonly { id: number }[]) =>
      setChosen(before => new Map([...before].filter(([id]) => !rows.some(row => row.id === id)))),
    [],
  )
  return (
    <ActionsProvider view={alarmView} onDone={done}>
      <AlarmScreen address={address} chosen={chosen} onChosen={setChosen} aside={aside} />
    </ActionsProvider>
  )
}

interface AlarmScreenProps extends AlarmLogProps {
  address: ListAddress
  chosen: ReadonlyMap<number, AlarmRow>
  onChosen: (change: (before: ReadonlyMap<number, AlarmRow>) => ReadonlyMap<number, AlarmRow>) => void
}

function AlarmScreen({ address, chosen, onChosen, aside }: AlarmScreenProps) {
  const { search, change } = address
  const phone = useScreen() === 'phone'
  const view = useShownView(alarmView)
  const { actionsFor } = useActions()
  const [choosing, setChoosing] = useState(false)
  const [help, setHelp] = useState(false)
  const [all, setAll] = useState(false)
  const query = useMemo(() => alarmQuery(search), [search])
  const options = pageOptions(alarm, query)
  const list = useQuery(options)
  const rows = list.data?.list
  const open = useCallback(
    (row: AlarmRow | undefined, replace = false) => change({ open: row?.id }, { replace }),
    [change],
  )
  const onChoose = useCallback(
    (row: AlarmRow) => {
      setAll(false)
      onChosen(before => {
        const next = new Map(before)
        if (!next.delete(row.id)) next.set(row.id, row)
        return next
      })
    },
    [onChosen],
  )
  const drop = () => {
    setChoosing(false)
    setAll(false)
    onChosen(() => new Map())
  }
  const [active, setActive] = useTriageKeys({
    rows,
    open: search.open,
    chosen,
    onMove: row => {
      if (search.open !== undefined) open(row, true)
    },
    onOpen: open,
    onChoose,
    onEscape: () => (chosen.size > 0 ? drop() : open(undefined)),
    onHelp: () => setHelp(true),
    actionsFor,
  })
  const onOpen = useCallback(
    (row: AlarmRow) => {
      setActive(row.id)
      open(row)
    },
    [open, setActive],
  )
  const selecting = chosen.size > 0 || choosing || all
  const actions = {
    view,
    query,
    layout: originalLayout(alarmView),
    ids: all ? [] : [...chosen.keys()],
    onAdd: () => {},
    onChoose: phone ? () => setChoosing(true) : undefined,
  }
  return (
    <PageFrame
      scrolls
      beside={
        search.open === undefined ? (
          aside
        ) : (
          <Peek
            view={view}
            id={search.open}
            listed={rows?.find(row => row.id === search.open)}
            onClose={() => open(undefined)}
          />
        )
      }
    >
      <ListHead
        view={view}
        list={list}
        total={list.data?.total}
        search={search.q}
        onSearch={q => change({ q: q || undefined }, { replace: true })}
        actions={actions}
      />
      <AlarmTabs current="log" end={phone && !selecting && <PhoneListActions {...actions} />} />
      {selecting ? (
        <BulkLine
          chosen={[...chosen.values()]}
          found={list.data && { query, total: list.data.total }}
          all={all}
          onAll={setAll}
          onClear={drop}
        />
      ) : (
        <AlarmFilters address={address} onHelp={() => setHelp(true)} />
      )}
      {(!phone || selecting) && <RunningTests />}
      <Newcomers list={hashKey(options.queryKey)} fetchedAt={list.dataUpdatedAt} address={address} />
      <AlarmList
        list={list}
        rows={rows}
        search={search}
        active={active ?? search.open}
        chosen={chosen}
        choosing={selecting}
        onOpen={onOpen}
        onChoose={onChoose}
      />
      {list.data && list.data.total > 0 && (
        <Pagination
          page={search.page ?? 1}
          pageSize={search.size ?? DEFAULT_PAGE_SIZE}
          total={list.data.total}
          onPage={page => change({ page })}
        />
      )}
      <TriageHelp opened={help} onClose={() => setHelp(false)} />
    </PageFrame>
  )
}

interface AlarmFiltersProps {
  address: ListAddress
  onHelp: () => void
}

function AlarmFilters({ address, onHelp }: AlarmFiltersProps) {
  const { t } = useLingui()
  const { search, change } = address
  const { id: me = 0, visitor = false } = useSession()?.user ?? {}
  const view = useShownView(alarmView)
  const phone = useScreen() === 'phone'
  const queries = useMemo(() => countQueries(search, me), [search, me])
  const { counts } = useQuery({ ...pageOptions(alarm, queries.all), refetchInterval: RECOUNT_MS }).data ?? {}
  const mine = useQuery({ ...pageOptions(alarm, queries.mine), refetchInterval: RECOUNT_MS }).data?.total
  const assigned = useQuery({ ...pageOptions(alarm, queries.assigned), refetchInterval: RECOUNT_MS }).data
    ?.total
  const {
    status: _,
    takenById: __,
    assignedToId: ___,
    raisedAtFrom: ____,
    raisedAtTo: _____,
    ...others
  } = search
  const segments = [
    { value: 'open' as const, label: t`Open`, count: counts && (counts.open ?? 0) + (counts.taken ?? 0) },
    ...(visitor
      ? []
      : [
          { value: 'mine' as const, label: t`Mine`, count: mine },
          { value: 'assigned' as const, label: t`For me`, count: assigned },
        ]),
    // The count of handled alarms only grows: on a phone it gives way.
    { value: 'handled' as const, label: t`Handled`, count: phone ? undefined : counts?.handled },
    { value: 'all' as const, label: t`All` },
  ]
  return (
    <FilterLine end={phone ? <TestsChip /> : <TriageHint onHelp={onHelp} />}>
      <Box fits scroll="x" noBar>
        <SegmentedFilter<Segment>
          label={t`Which alarms`}
          segments={segments}
          value={segmentOf(search)}
          onChange={segment => change({ ...searchOf(segment, me), page: undefined })}
        />
      </Box>
      {phone && view.entity.search.length > 0 && (
        <SearchBox
          value={search.q ?? ''}
          onSearch={q => change({ q: q || undefined }, { replace: true })}
          folds
        />
      )}
      <PeriodFilter search={search} onChange={change} />
      <FilterChips view={view} search={others} onChange={change} />
      {!visitor && <OwnFilter search={search} onChange={change} />}
    </FilterLine>
  )
}
