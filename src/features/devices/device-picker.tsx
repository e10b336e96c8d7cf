// Chooses one device or several, by name or IMEI: the server searches, the last ones chosen stand first.
import { useLingui } from '@lingui/react/macro'
import { type ComboboxItem, type ComboboxParsedItem, MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type DeviceKind, device } from '../../domain/device/device.ts'
import type { DeviceLifecycle } from '../../domain/device/lifecycle.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { pageOptions } from '../../resource/query.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { stateWords } from './device-words.ts'
import { addRecentDevices, type NamedDevice, recentDevices } from './recent-devices.ts'

/** Devices offered at once; typing narrows them. */
const OFFERED = 30
const PAUSE_MS = 250

interface CommonProps {
  label: string
  /** Offers only devices of these kinds. */
  kinds?: readonly DeviceKind[] | undefined
  /** Offers only devices in these states of their life. */
  lifecycle?: readonly DeviceLifecycle[] | undefined
  /** Most devices that may be chosen. */
  most?: number
  description?: string
  placeholder?: string
  error?: string | undefined
  disabled?: boolean
  withAsterisk?: boolean
  /** Draws no label; it is still said aloud. */
  bare?: boolean
}

export type DevicePickerProps = CommonProps &
  (
    | { multiple: true; value: readonly string[]; onChange: (imeis: string[]) => void }
    | { multiple?: false; value: string | undefined; onChange: (imei: string | undefined) => void }
  )

export function DevicePicker(props: DevicePickerProps) {
  const { kinds, lifecycle, most, bare, label, multiple, value, onChange, ...rest } = props
  const { i18n, t } = useLingui()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [asked, setAsked] = useState(false)
  const chosen = multiple ? value : value ? [value] : []
  const known = useChosenDevices(chosen)
  // The text of a chosen device is no search.
  const q = chosen.some(imei => textOf(imei, known.get(imei)) === search) ? '' : search
  const { data, isFetching, isError } = useQuery({
    ...pageOptions(device, {
      page: 1,
      size: OFFERED,
      sort: 'name',
      ...(kinds && { kind: [...kinds] }),
      ...(lifecycle && { lifecycle: [...lifecycle] }),
      ...(q && { q }),
    }),
    enabled: asked,
  })
  const found = data?.list ?? []
  const recent = q ? [] : recentDevices().filter(each => !kinds || kinds.includes(each.kind))
  const named = new Map<string, NamedDevice>([
    ...recent.map(each => [each.imei, each] as const),
    ...found.map(each => [each.imei, each] as const),
    ...known,
  ])
  const item = (imei: string): ComboboxItem => ({ value: imei, label: textOf(imei, named.get(imei)) })
  const first = [...new Set([...chosen, ...recent.map(each => each.imei)])]
  const others = found.map(each => each.imei).filter(imei => !first.includes(imei))
  const groups = [
    ...(first.length > 0 ? [{ group: q ? t`Chosen` : t`Recently used`, items: first.map(item) }] : []),
    ...(others.length > 0 ? [{ group: t`Devices`, items: others.map(item) }] : []),
  ]
  const states = new Map(found.map(each => [each.imei, each.state]))
  const remember = (imeis: readonly string[]) =>
    addRecentDevices(imeis.flatMap(imei => named.get(imei) ?? []))
  const full = multiple && most !== undefined && chosen.length >= most
  const common = {
    ...rest,
    id,
    ...(bare ? { 'aria-label': label } : { label }),
    data: groups,
    searchable: true,
    clearable: true,
    searchValue: typed,
    onSearchChange: setTyped,
    onDropdownOpen: () => setAsked(true),
    // The server has searched already, in more than what is shown.
    filter: ({ options }: { options: ComboboxParsedItem[] }) => options,
    nothingFoundMessage: isError ? t`Could not be loaded` : isFetching ? t`Loading` : t`Nothing found`,
    renderOption: ({ option }: { option: ComboboxItem }) => {
      const each = named.get(option.value)
      const state = states.get(option.value)
      return (
        <Stack as="span" shrink>
          <Row as="span" gap={2} shrink breaks>
            {state && <StateMark shape={stateWords[state].shape} />}
            <bdi>{each?.name ?? option.value}</bdi>
            {state && <span className="gh-hidden">{i18n._(stateWords[state].label)}</span>}
          </Row>
          <Text as="bdi" size="caption" tone="ink-3" text="start" dir="ltr">
            {option.value}
          </Text>
        </Stack>
      )
    },
    comboboxProps: { withinPortal: true },
    maxDropdownHeight: 320,
  }
  if (multiple) {
    return (
      <MultiSelect
        {...common}
        value={[...chosen]}
        {...(most !== undefined && { maxValues: most })}
        {...(full && { description: t`No more than ${most} devices` })}
        hidePickedOptions
        onChange={imeis => {
          remember(imeis.filter(imei => !chosen.includes(imei)))
          onChange(imeis)
        }}
      />
    )
  }
  return (
    <Select
      {...common}
      value={value ?? null}
      allowDeselect={false}
      onChange={imei => {
        if (imei) remember([imei])
        onChange(imei ?? undefined)
      }}
    />
  )
}

const textOf = (imei: string, known: NamedDevice | undefined): string =>
  known ? `${known.name} · ${imei.slice(-4)}` : imei

/** The chosen devices by IMEI; one that may not be seen stays a bare number. */
function useChosenDevices(imeis: readonly string[]): ReadonlyMap<string, NamedDevice> {
  return useQueries({
    queries: imeis.map(imei => ({
      ...pageOptions(device, { page: 1, size: 2, imei }),
      staleTime: MINUTE_MS,
    })),
    combine: results =>
      new Map(
        results.flatMap(({ data }, at) => {
          const row = data?.list.find(each => each.imei === imeis[at])
          return row ? [[row.imei, { imei: row.imei, name: row.name, kind: row.kind }] as const] : []
        }),
      ),
  })
}
