// Handing devices out: choose them on the left, say to whom on the right, see it happen, take it back.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { MOST_ALLOCATED } from '../../../contract/endpoints/life.ts'
import { DEFAULT_PAGE_SIZE } from '../../../contract/entity-endpoints.ts'
import { device } from '../../../domain/device/device.ts'
import type { DeviceLifecycle } from '../../../domain/device/lifecycle.ts'
import { ActionsProvider } from '../../../resource/actions.tsx'
import { useSetSearch } from '../../../resource/address.ts'
import { originalLayout } from '../../../resource/column-layout.ts'
import { ListBody } from '../../../resource/list-body.tsx'
import { FilterChips } from '../../../resource/list-filters.tsx'
import { type ListAddress, useListAddress } from '../../../resource/list-search.ts'
import { pageOptions } from '../../../resource/query.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { type ListSearch, queryOf } from '../../../resource/search.ts'
import { SearchBox } from '../../../resource/search-box.tsx'
import { useOnline, useSession } from '../../../resource/surroundings.ts'
import type { Row } from '../../../resource/view.ts'
import { FilterLine } from '../../../ui/filter-chips.tsx'
import { Card, Column } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { useScreen } from '../../../ui/pointer.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { StaleBadge } from '../../../ui/states.tsx'
import { takeCarriedDevices } from '../carried-devices.ts'
import type { Device } from '../device-badges.tsx'
import { findDevices } from '../found-devices.ts'
import { allocatableView } from './allocatable.view.tsx'
import { AllocatePanel } from './allocate-panel.tsx'
import { readAllocateSearch } from './allocate-search.ts'
import css from './life.module.css'
import { lifecycleWords } from './life-words.ts'
import { isPlatform } from './platform-person.ts'

const allocatable = ['inStock', 'assigned', 'unbound'] as const satisfies readonly DeviceLifecycle[]
type Segment = 'all' | (typeof allocatable)[number]

type Chosen = ReadonlyMap<string, Row>

export function AllocatePage() {
  return (
    <ActionsProvider view={allocatableView}>
      <AllocateScreen />
    </ActionsProvider>
  )
}

const chosenOf = (rows: readonly Device[]): Chosen => new Map(rows.map(row => [String(row.id), { ...row }]))

function AllocateScreen() {
  const { t } = useLingui()
  const { run } = readAllocateSearch(useSearch({ strict: false }))
  const kept = useMemo(() => (run === undefined ? undefined : { run }), [run])
  const address = useListAddress(device, kept)
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(takeCarriedDevices()))
  const [opened, setOpened] = useState(false)
  const phone = useScreen() === 'phone'
  const set = useSetSearch()
  const show = (id: number | undefined) => set({ ...address.search, run: id })
  const panel = (
    <AllocatePanel
      chosen={[...chosen.values()]}
      run={run}
      onChosen={rows => setChosen(new Map(rows.map(row => [String(row.id), row])))}
      onStarted={id => {
        setChosen(new Map())
        show(id)
      }}
      onAgain={() => {
        setOpened(false)
        show(undefined)
      }}
    />
  )
  return (
    <PageFrame
      beside={
        !phone && (
          <Column as="aside" gap={4} shrinkDown pad={5} ground="surface" scroll="y" w={360} rigid edgeStart>
            {panel}
          </Column>
        )
      }
    >
      <Choice address={address} chosen={chosen} onChosen={setChosen} />
      {phone && (
        <Card row justify="between" gap={3} stuck="bottom" className={css.dock}>
          <span>
            <Plural value={chosen.size} one="# chosen" other="# chosen" />
          </span>
          <Button disabled={chosen.size === 0 && run === undefined} onClick={() => setOpened(true)}>
            {run === undefined ? <Trans>Next step</Trans> : <Trans>Progress</Trans>}
          </Button>
          <Modal
            opened={opened}
            onClose={() => setOpened(false)}
            title={t`Allocate devices`}
            fullScreen
            closeButtonProps={{ 'aria-label': t`Close` }}
          >
            {panel}
          </Modal>
        </Card>
      )}
    </PageFrame>
  )
}

interface ChoiceProps {
  address: ListAddress
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
}

function Choice({ address, chosen, onChosen }: ChoiceProps) {
  const { i18n, t } = useLingui()
  const { search, change } = address
  const phone = useScreen() === 'phone'
  const online = useOnline()
  const size = search.size ?? DEFAULT_PAGE_SIZE
  const segment = segmentOf(search)
  const query = { ...queryOf(device, search, size), lifecycle: wordsOf(segment) }
  const list = useQuery(pageOptions(device, query))
  const counts = useSegmentCounts(search)
  const page = list.data
  const selection = useMemo(() => new Set(chosen.keys()), [chosen])
  const select = (keys: ReadonlySet<string>) => {
    const here = new Map(page?.list.map(row => [String(row.id), row]))
    onChosen(
      new Map(
        [...keys].flatMap(key => {
          const row = here.get(key) ?? chosen.get(key)
          return row ? [[key, row] as const] : []
        }),
      ),
    )
  }
  const [choosing, setChoosing] = useState(false)
  const number = numberFormat(useIntlLocale())
  const [mostText, totalText] = [number.format(MOST_ALLOCATED), number.format(page?.total ?? 0)]
  const chooseFound = async () => {
    setChoosing(true)
    try {
      const found = await findDevices(query, MOST_ALLOCATED)
      onChosen(chosenOf(found.rows))
    } catch (error) {
      showFailure(error)
    } finally {
      setChoosing(false)
    }
  }
  const toggle = (row: Row | undefined) => {
    if (!row) return
    const keys = new Set(chosen.keys())
    if (!keys.delete(String(row.id))) keys.add(String(row.id))
    select(keys)
  }
  const { lifecycle: _, ...others } = search
  // Whose a device is matters only to those who see the devices of all tenants.
  const layout = isPlatform(useSession()) ? { order: [], hidden: [] } : originalLayout(allocatableView)
  const stale = page !== undefined && (!online || list.isError)
  const segments = (['all', ...allocatable] as const).map(value => ({
    value,
    label: value === 'all' ? t`All` : i18n._(lifecycleWords[value].label),
    count: counts[value],
  }))
  return (
    <>
      <PageHead
        title={i18n._(allocatableView.title)}
        count={page?.total}
        {...(!phone && {
          end: (
            <SearchBox
              value={search.q ?? ''}
              onSearch={q => change({ q: q || undefined, page: undefined }, { replace: true })}
            />
          ),
        })}
      >
        {stale && <StaleBadge at={list.dataUpdatedAt} />}
      </PageHead>
      <FilterLine>
        <SegmentedFilter<Segment>
          label={t`Lifecycle`}
          segments={segments}
          value={segment}
          onChange={next => change({ lifecycle: next === 'all' ? undefined : next, page: undefined })}
        />
        {phone && (
          <SearchBox
            value={search.q ?? ''}
            onSearch={q => change({ q: q || undefined, page: undefined }, { replace: true })}
          />
        )}
        <FilterChips view={allocatableView} search={others} onChange={change} />
        {page && page.total > page.list.length && (
          <Button variant="default" size="sm" loading={choosing} onClick={() => void chooseFound()}>
            {page.total > MOST_ALLOCATED
              ? t`Choose the first ${mostText} found`
              : t`Choose all ${totalText} found`}
          </Button>
        )}
      </FilterLine>
      <ListBody
        view={allocatableView}
        address={address}
        list={list}
        page={page}
        size={size}
        layout={layout}
        selection={selection}
        onSelection={select}
        onOpen={toggle}
      />
    </>
  )
}

const isAllocatable = (word: unknown): word is (typeof allocatable)[number] =>
  allocatable.some(each => each === word)

const segmentOf = ({ lifecycle }: ListSearch): Segment => (isAllocatable(lifecycle) ? lifecycle : 'all')

const wordsOf = (segment: Segment): DeviceLifecycle[] => (segment === 'all' ? [...allocatable] : [segment])

/** Counts of the segments, asked apart: the list's own counts are by connection state, not by lifecycle. */
function useSegmentCounts(search: ListSearch): Partial<Record<Segment, number>> {
  const { page: _, size: __, sort: ___, lifecycle: ____, ...narrowing } = search
  const query = queryOf(device, narrowing, 1)
  return useQueries({
    queries: allocatable.map(word => pageOptions(device, { ...query, size: 1, lifecycle: [word] })),
    combine: results => {
      const totals = results.map(({ data }) => data?.total)
      const known = totals.filter(total => total !== undefined)
      return {
        ...Object.fromEntries(allocatable.map((word, at) => [word, totals[at]])),
        ...(known.length === totals.length && { all: known.reduce((sum, total) => sum + total, 0) }),
      }
    },
  })
}
