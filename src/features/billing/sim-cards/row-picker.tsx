// Chooses a SIM card or a device by searching for it; its number is what the form sends.
import { useLingui } from '@lingui/react/macro'
import { type ComboboxItem, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { PageQuery } from '../../../contract/entity-endpoints.ts'
import type { EntityDefinition } from '../../../domain/entity.ts'
import { pageOptions } from '../../../resource/query.ts'
import type { FieldControl, Row } from '../../../resource/view.ts'
import { Text } from '../../../ui/kit/parts.tsx'
import css from './sim-cards.module.css'

const OFFERED = 30
const PAUSE_MS = 250

interface RowPickerProps {
  control: FieldControl
  entity: EntityDefinition
  /** Field whose text is the value: `iccid`, `imei`. */
  of: string
  /** Filters of the offered rows. */
  query?: PageQuery
  /** Before and after the number: a name with its state, where it is now. */
  name: (row: Row) => ReactNode
  hint?: string
  /** Taken over from the address when the form opens: `?iccid=…`. */
  fromAddress?: boolean
}

export function RowPicker({ control, entity, of, query, name, hint, fromAddress }: RowPickerProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, PAUSE_MS)
  const [asked, setAsked] = useState(false)
  const given: Record<string, unknown> = useSearch({ strict: false })
  const value = typeof control.value === 'string' && control.value !== '' ? control.value : null
  const wanted = fromAddress && given[of] !== undefined ? String(given[of]) : undefined
  const { onChange } = control
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (wanted !== undefined && value === null) onChange(wanted)
  }, [])
  const { data, isFetching, isError } = useQuery({
    ...pageOptions(entity, {
      page: 1,
      size: OFFERED,
      ...query,
      ...(q && q !== value && { q }),
    }),
    enabled: asked,
  })
  const rows = new Map((data?.list ?? []).map(row => [String(row[of]), row]))
  const options = [...new Set([...(value === null ? [] : [value]), ...rows.keys()])]
  return (
    <Select
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      name={of}
      withAsterisk
      {...(hint && { description: hint })}
      data={options.map(each => ({ value: each, label: each }))}
      value={value}
      searchable
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setAsked(true)}
      // A form that refuses moves the focus here: a list that opens by itself would cover why.
      openOnFocus={false}
      // The server has searched already, in more fields than the number.
      filter={({ options: all }) => all}
      nothingFoundMessage={isError ? t`Could not be loaded` : isFetching ? t`Loading` : t`Nothing found`}
      renderOption={({ option }: { option: ComboboxItem }) => {
        const row = rows.get(option.value)
        return (
          <Text row justify="between" gap={3} grow shrink>
            <Text row gap={2} shrink>
              {row ? name(row) : null}
            </Text>
            <bdi className={css.ltr}>{option.value}</bdi>
          </Text>
        )
      }}
      comboboxProps={{ withinPortal: true }}
      onChange={next => onChange(next ?? undefined)}
    />
  )
}
