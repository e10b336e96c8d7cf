// A list of devices to tick: searched and turned by the server, ticks stay over pages.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { MAX_PAGE_SIZE } from '../../../contract/entity-endpoints.ts'
import { type DeviceKind, device } from '../../../domain/device/device.ts'
import { SEARCH_LENGTH } from '../../../domain/limits.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { FilterChips } from '../../../resource/list-filters.tsx'
import { pageOptions } from '../../../resource/query.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { type ListSearch, queryOf, withSearch } from '../../../resource/search.ts'
import type { View } from '../../../resource/view.ts'
import { FilterLine } from '../../../ui/filter-chips.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { List, Muted, Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import type { Device } from '../device-badges.tsx'
import { kindIcon, stateWords } from '../device-words.ts'
import { findDevices } from '../found-devices.ts'
import { allocatableView } from '../life/allocatable.view.tsx'
import { placeOf } from '../place.ts'
import css from './commands.module.css'
import type { Chosen } from './device-choice.ts'

const SHOWN = 10
const PAUSE_MS = 250
const ASK_MS = 30_000

/** The view of devices with the filters that the checklist offers. */
const foundView: View = { ...allocatableView, filters: { state: msg`State`, ...allocatableView.filters } }

/** Of the kinds that are offered those that the filter lets through; none of them where they have nothing in common. */
function kindsWithin(offered: readonly DeviceKind[], wanted: unknown): DeviceKind[] {
  if (!Array.isArray(wanted)) return [...offered]
  return offered.filter(kind => wanted.includes(kind))
}

interface DeviceChecklistProps {
  kinds?: readonly DeviceKind[] | undefined
  /** Further filters of the list. */
  within?: Readonly<Record<string, unknown>> | undefined
  chosen: ReadonlyMap<number, Chosen>
  onChange: (chosen: ReadonlyMap<number, Chosen>) => void
  /** Why a device cannot be ticked, in words. */
  hindrance?: (row: Device) => string | undefined
  /** What else a line shows of a device. */
  Marks?: (props: { row: Device }) => ReactNode
  size?: number
  most?: number
}

export function DeviceChecklist(props: DeviceChecklistProps) {
  const { kinds, within, chosen, onChange, hindrance, Marks, size = SHOWN, most } = props
  const { i18n, t } = useLingui()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [turned, setTurned] = useState({ page: 1, q: '' })
  const page = turned.q === q ? turned.page : 1
  const [filters, setFilters] = useState<ListSearch>({})
  const [choosing, setChoosing] = useState(false)
  const number = numberFormat(useIntlLocale())
  const narrow = (changes: ListSearch) => {
    setFilters(before => withSearch(before, changes))
    setTurned({ page: 1, q })
  }
  const { page: _page, size: _size, counts: _counts, ...narrowed } = queryOf(device, filters)
  const query = {
    ...narrowed,
    sort: 'name',
    ...(kinds && { kind: kindsWithin(kinds, narrowed.kind) }),
    ...within,
    ...(q && { q }),
  }
  const { data, error, isError, refetch } = useQuery({
    ...pageOptions(device, { ...query, page, size }),
    refetchInterval: ASK_MS,
  })
  const many = most ?? MAX_PAGE_SIZE
  const [manyText, totalText] = [number.format(many), number.format(data?.total ?? 0)]
  const chooseFound = async () => {
    setChoosing(true)
    try {
      const found = await findDevices(query, many)
      set(
        found.rows.filter(row => !hindrance?.(row)),
        true,
      )
    } catch (failure) {
      showFailure(failure)
    } finally {
      setChoosing(false)
    }
  }
  const rows = data?.list ?? []
  const able = rows.filter(row => !hindrance?.(row))
  const all = able.length > 0 && able.every(row => chosen.has(row.id))
  const set = (some: readonly Device[], ticked: boolean) => {
    const next = new Map(chosen)
    for (const row of some)
      if (!ticked) next.delete(row.id)
      else if (most === undefined || next.size < most || next.has(row.id)) next.set(row.id, row)
    onChange(next)
  }
  return (
    <Stack gap={3} shrink>
      <Row wrap align="start" gap={2}>
        <TextInput
          className={css.grow}
          aria-label={t`Search devices`}
          placeholder={t`Name, IMEI, wearer or place`}
          leftSection={<Icon name="search" size={16} />}
          type="search"
          value={typed}
          maxLength={SEARCH_LENGTH}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Button variant="default" disabled={able.length === 0} onClick={() => set(able, !all)}>
          {all ? t`Untick this page` : t`Tick this page`}
        </Button>
        {data && data.total > able.length && (
          <Button variant="default" loading={choosing} onClick={() => void chooseFound()}>
            {data.total > many ? t`Choose the first ${manyText} found` : t`Choose all ${totalText} found`}
          </Button>
        )}
      </Row>
      <FilterLine>
        <FilterChips view={foundView} search={filters} onChange={narrow} />
      </FilterLine>
      {!data && !isError && <Loading variant="list" count={5} />}
      {!data && isError && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <Empty
          icon="search"
          title={<Trans>No device matches</Trans>}
          why={
            q ? (
              <Trans>Search for something else.</Trans>
            ) : (
              <Trans>There is no device of this kind yet.</Trans>
            )
          }
        />
      )}
      <List shrink className={css.lines}>
        {rows.map(row => {
          const why = hindrance?.(row)
          return (
            <li key={row.id}>
              <label className={why ? `${css.line} ${css.unable}` : css.line} htmlFor={`${list}-${row.id}`}>
                <Checkbox
                  id={`${list}-${row.id}`}
                  checked={chosen.has(row.id)}
                  // What was ticked before it could not be any more can still be let go.
                  disabled={why !== undefined && !chosen.has(row.id)}
                  onChange={event => set([row], event.currentTarget.checked)}
                  aria-label={row.name}
                />
                <Icon name={kindIcon(row.kind)} />
                <Stack as="span" shrink text="start" grows="small" className={css.lineText}>
                  <Text breaks className={css.lineName}>
                    <bdi>{row.name}</bdi>
                  </Text>
                  <Muted>
                    <bdi>{placeOf(row)}</bdi>
                    {why && ' · '}
                    {why && (
                      <Text size="small" tone="warning" breaks>
                        {why}
                      </Text>
                    )}
                  </Muted>
                </Stack>
                {Marks && <Marks row={row} />}
                <StateMark shape={stateWords[row.state].shape} label={i18n._(stateWords[row.state].label)} />
              </label>
            </li>
          )
        })}
      </List>
      {data && data.total > size && (
        <Pagination
          page={page}
          pageSize={size}
          total={data.total}
          onPage={next => setTurned({ page: next, q })}
        />
      )}
    </Stack>
  )
}
