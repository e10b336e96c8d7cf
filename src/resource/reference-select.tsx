// Chooses rows of another entity by searching its list on the server.
import { useLingui } from '@lingui/react/macro'
import { type ComboboxParsedItem, MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { entityNamed } from '../domain/entities.ts'
import { Row } from '../ui/kit/parts.tsx'
import { nameIn, pageOptions } from './query.ts'
import { ScanButton } from './scan/scan-button.tsx'

/** Rows offered at once; searching narrows them. */
const OFFERED = 50
const PAUSE_MS = 250

export interface ReferenceSelectProps {
  label: string
  name: string
  entityKey: string
  /** Offers only rows under these filters of the entity. */
  within?: Readonly<Record<string, unknown>> | undefined
  many?: boolean
  /** An id, or ids where many may be chosen. */
  value: unknown
  /** Label or labels of the present value, so that it shows before anything was asked. */
  known?: unknown
  /** Labels by id, for values of an address whose names come later than they do. */
  names?: ReadonlyMap<number, string>
  /** How an offered row is called; by its name when absent. */
  nameRow?: (row: Readonly<Record<string, unknown>>) => string
  error?: string | undefined
  description?: string
  disabled?: boolean
  withAsterisk?: boolean
  /** Says what nothing chosen stands for. */
  placeholder?: string
  clearable?: boolean
  /** What carries a label may be scanned instead of searched for. */
  scans?: boolean
  onChange: (value: unknown) => void
}

export function ReferenceSelect(props: ReferenceSelectProps) {
  const {
    entityKey,
    within,
    many,
    value,
    known,
    names,
    nameRow,
    onChange,
    clearable = true,
    scans,
    ...rest
  } = props
  const { i18n, t } = useLingui()
  const { locale } = i18n
  const entity = entityNamed(entityKey)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, PAUSE_MS)
  const [asked, setAsked] = useState(false)
  const chosen = useMemo(() => idsOf(value), [value])
  // The label of a chosen row stays even when the search no longer finds it.
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(() => labelsOf(idsOf(value), known))
  const labelOf = (id: string) => names?.get(Number(id)) ?? labels.get(id)
  const labelNow = chosen.length === 1 ? labelOf(chosen[0] ?? '') : undefined
  const q = search === labelNow ? '' : search
  const { data, isFetching, isError } = useQuery({
    ...pageOptions(entity, { page: 1, size: OFFERED, sort: entity.defaultSort, ...within, ...(q && { q }) }),
    enabled: asked || chosen.some(id => labelOf(id) === undefined),
  })
  const found = useMemo(
    () =>
      (data?.list ?? []).map(row => ({
        value: String(row.id),
        label: nameRow?.(row) ?? nameIn(locale, entity, row),
      })),
    [data, entity, nameRow, locale],
  )
  const options = useMemo(() => {
    const listed = new Set(found.map(option => option.value))
    const missing = chosen.filter(id => !listed.has(id))
    return [
      ...missing.map(id => ({ value: id, label: names?.get(Number(id)) ?? labels.get(id) ?? `#${id}` })),
      ...found,
    ]
  }, [found, chosen, labels, names])
  const remember = (ids: readonly string[]) => {
    const byId = new Map(options.map(option => [option.value, option.label]))
    setLabels(before => new Map([...before, ...ids.map(id => [id, byId.get(id) ?? id] as const)]))
  }
  const common = {
    ...rest,
    data: options,
    searchable: true,
    clearable,
    searchValue: typed,
    onSearchChange: setTyped,
    onDropdownOpen: () => setAsked(true),
    // A form that refuses moves the focus here: a list that opens by itself would cover why.
    openOnFocus: false,
    // The server has searched already, in more fields than the label.
    filter: ({ options: all }: { options: ComboboxParsedItem[] }) => all,
    nothingFoundMessage: isError ? t`Could not be loaded` : isFetching ? t`Loading` : t`Nothing found`,
    comboboxProps: { withinPortal: true },
  }
  if (many) {
    return (
      <MultiSelect
        {...common}
        value={chosen}
        onChange={ids => {
          remember(ids)
          onChange(ids.map(Number))
        }}
      />
    )
  }
  const select = (
    <Select
      {...common}
      {...(scans && { flex: 1 })}
      value={chosen[0] ?? null}
      allowDeselect={clearable}
      onChange={id => {
        if (id) remember([id])
        onChange(id === null ? null : Number(id))
      }}
    />
  )
  if (!scans || !('labelCode' in entity.schema.shape)) return select
  return (
    <Row gap={2} align="end">
      {select}
      <ScanButton
        entityKey={entityKey}
        onFound={({ id, name }) => {
          setLabels(before => new Map([...before, [String(id), name]]))
          onChange(id)
        }}
      />
    </Row>
  )
}

const idsOf = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap(id => (typeof id === 'number' ? [String(id)] : []))
}

function labelsOf(ids: readonly string[], known: unknown): ReadonlyMap<string, string> {
  const labels = Array.isArray(known) ? known : [known]
  return new Map(
    ids.flatMap((id, at) => {
      const label: unknown = labels[at]
      return typeof label === 'string' ? [[id, label] as const] : []
    }),
  )
}
