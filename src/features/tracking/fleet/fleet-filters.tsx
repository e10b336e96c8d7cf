// What is wanted on the map: states as a legend that can be pressed, text, kinds, group, age of the place.
import { Trans, useLingui } from '@lingui/react/macro'
import { MultiSelect, Select } from '@mantine/core'
import { useState } from 'react'
import { type DeviceKind, type DeviceState, deviceKinds } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { kindWords } from '../../../resource/device-kind-words.ts'
import { stateWords } from '../../../resource/device-state-words.ts'
import { ReferenceSelect } from '../../../resource/reference-select.tsx'
import { SearchBox } from '../../../resource/search-box.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Column, FieldGroup, Row, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { type AgeWord, ageWords } from './fleet-filter.ts'
import css from './fleet-filters.module.css'
import type { FleetSearch } from './fleet-search.ts'

interface FleetFiltersProps {
  search: FleetSearch
  onChange: (changes: Partial<FleetSearch>) => void
  /** How many of each state, in the order of the states' numbers. */
  byState: readonly number[]
  /** The page shows these kinds only. */
  kinds?: readonly DeviceKind[] | undefined
  /** The page itself chooses the group. */
  grouped?: boolean | undefined
}

const order: readonly DeviceState[] = ['online', 'offline', 'abnormal', 'notActivated']

export function FleetFilters({ search, onChange, byState, kinds, grouped }: FleetFiltersProps) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const set = [search.kind, grouped ? undefined : search.group, search.age].filter(
    value => value !== undefined,
  )
  const [open, setOpen] = useState(false)
  const toggle = (state: DeviceState) => {
    const now = new Set(search.state)
    if (!now.delete(state)) now.add(state)
    const next = order.filter(each => now.has(each))
    onChange({ state: next.length === 0 || next.length === order.length ? undefined : next })
  }
  return (
    <Column gap={2} padX={3}>
      <Row gap={2} className={css.line}>
        <SearchBox
          value={search.q ?? ''}
          label={t`Name, IMEI or wearer`}
          onSearch={q => onChange({ q: q || undefined })}
        />
        <IconButton
          icon="filter"
          bordered
          label={set.length > 0 ? t`Filters (${set.length})` : t`Filters`}
          expanded={open}
          pressed={set.length > 0}
          onClick={() => setOpen(!open)}
        />
      </Row>
      <FieldGroup stack gap={2} cols="repeat(4, auto)">
        <legend className="gh-hidden">
          <Trans>States</Trans>
        </legend>
        {order.map(state => (
          <button
            key={state}
            type="button"
            className={look(
              {
                column: true,
                align: 'center',
                gap: 'half',
                shrink: true,
                atLeast: 'finger',
                pad: 1,
                ground: 'raised',
                edge: 'line',
                round: 'control',
                tone: 'same',
                pointer: true,
                chosen: true,
              },
              css.state,
            )}
            aria-pressed={search.state?.includes(state) ?? false}
            onClick={() => toggle(state)}
          >
            <Row as="span" gap={2} strong>
              <StateMark shape={stateWords[state].shape} />
              {number.format(byState[fleetStates.indexOf(state)] ?? 0)}
            </Row>
            <Text fits size="caption" tone="ink-2" clip title={i18n._(stateWords[state].label)}>
              {i18n._(stateWords[state].label)}
            </Text>
          </button>
        ))}
      </FieldGroup>
      {open && (
        <Column gap={2}>
          <MultiSelect
            label={t`Kinds`}
            placeholder={search.kind ? '' : t`All`}
            data={(kinds ?? deviceKinds).map(kind => ({ value: kind, label: i18n._(kindWords[kind].label) }))}
            value={[...(search.kind ?? [])]}
            clearable
            onChange={words => {
              const next = deviceKinds.filter(kind => words.includes(kind))
              onChange({ kind: next.length > 0 ? next : undefined })
            }}
          />
          {!grouped && (
            <ReferenceSelect
              label={t`Group`}
              name="group"
              entityKey="deviceGroup"
              value={search.group}
              known={undefined}
              error={undefined}
              onChange={group => onChange({ group: typeof group === 'number' ? group : undefined })}
            />
          )}
          <AgeSelect value={search.age} onChange={age => onChange({ age })} />
        </Column>
      )}
    </Column>
  )
}

function AgeSelect({
  value,
  onChange,
}: {
  value: AgeWord | undefined
  onChange: (age: AgeWord | undefined) => void
}) {
  const { t } = useLingui()
  const words: Record<AgeWord, string> = {
    fresh: t`At most 5 minutes old`,
    hour: t`At most an hour old`,
    day: t`At most a day old`,
    older: t`Older than a day`,
    none: t`No position`,
  }
  return (
    <Select
      label={t`Age of the position`}
      placeholder={t`All`}
      data={ageWords.map(word => ({ value: word, label: words[word] }))}
      value={value ?? null}
      clearable
      onChange={next => onChange(ageWords.find(word => word === next))}
    />
  )
}
