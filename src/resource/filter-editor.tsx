// Sets a filter of a list: which one, and to what. What is offered follows the entity's filter kinds.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { otherZone } from '../ui/calendar.ts'
import { DayField } from '../ui/dates/day-field.tsx'
import { look } from '../ui/kit/look.ts'
import { FieldGroup, Stack } from '../ui/kit/parts.tsx'
import { wordText } from './cells.tsx'
import { WrittenDayField } from './date-fields.tsx'
import css from './list-page.module.css'
import { ReferenceSelect } from './reference-select.tsx'
import { type FilterValue, fieldType, isLocalDate, isMoment, type ListSearch, partsOf } from './search.ts'
import type { View } from './view.ts'

interface FilterEditorProps {
  view: View
  fields: readonly string[]
  search: ListSearch
  onChange: (changes: ListSearch) => void
}

export function FilterEditor({ view, fields, search, onChange }: FilterEditorProps) {
  const { i18n, t } = useLingui()
  const [field, setField] = useState(fields[0] ?? '')
  const [values, setValues] = useState<ListSearch>(search)
  const parts = partsOf(view.entity, field)
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A bound that cannot be read is not left out behind somebody's back.
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) return wrong.focus()
    onChange(Object.fromEntries(parts.map(part => [part, values[part]])))
  }
  const set = (part: string, value: FilterValue | undefined) =>
    setValues(before => ({ ...before, [part]: value }))
  const labels = fields.map(each => {
    const label = view.filters[each]
    return { value: each, label: label ? i18n._(label) : each }
  })
  return (
    <form className={look({ stack: true, gap: 3, pad: 1 }, css.editor)} onSubmit={apply}>
      {fields.length > 1 && (
        <Select
          label={t`Filter by`}
          data={labels}
          value={field}
          allowDeselect={false}
          onChange={next => next && setField(next)}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      <FilterValueFields
        view={view}
        field={field}
        label={labels.find(each => each.value === field)?.label ?? field}
        values={values}
        onChange={set}
      />
      <Button type="submit">{t`Show`}</Button>
    </form>
  )
}

interface FilterValueFieldsProps {
  view: View
  field: string
  label: string
  values: ListSearch
  onChange: (part: string, value: FilterValue | undefined) => void
}

function FilterValueFields({ view, field, label, values, onChange }: FilterValueFieldsProps) {
  const { i18n, t } = useLingui()
  const { entity } = view
  const kind = entity.filters[field]
  const reference = entity.refs?.[field]
  const value = values[field]
  if (kind === 'range') return <RangeFields {...{ view, field, label, values, onChange }} />
  if (kind === 'oneOf') {
    const chosen = value === undefined ? [] : String(value).split(',')
    return (
      <Checkbox.Group
        label={label}
        value={chosen}
        onChange={words => onChange(field, words.join(',') || undefined)}
      >
        <Stack gap={2} above={2} scroll="y" atMostTall="part">
          {Object.keys(view.words[field] ?? {}).map(word => (
            <Checkbox key={word} value={word} label={wordText(view, field, word, i18n)} />
          ))}
        </Stack>
      </Checkbox.Group>
    )
  }
  if (reference) {
    return (
      <ReferenceSelect
        key={field}
        label={label}
        name={field}
        entityKey={reference.entity}
        value={value}
        onChange={id => onChange(field, typeof id === 'number' ? id : undefined)}
      />
    )
  }
  const type = fieldType(entity, field)
  if (type === 'boolean' || type === 'enum') {
    const words = type === 'boolean' ? ['true', 'false'] : Object.keys(view.words[field] ?? {})
    const labelOf = (word: string) => wordText(view, field, type === 'boolean' ? word === 'true' : word, i18n)
    return (
      <Select
        label={label}
        data={words.map(word => ({
          value: word,
          label: view.words[field]?.[word] ? wordText(view, field, word, i18n) : labelOf(word),
        }))}
        value={value === undefined ? null : String(value)}
        onChange={word =>
          onChange(field, word === null ? undefined : type === 'boolean' ? word === 'true' : word)
        }
        comboboxProps={{ withinPortal: false }}
      />
    )
  }
  return (
    <TextInput
      label={label}
      description={kind === 'contains' ? t`A part of it is enough` : undefined}
      value={value === undefined ? '' : String(value)}
      data-autofocus
      autoComplete="off"
      onChange={event => onChange(field, event.currentTarget.value || undefined)}
    />
  )
}

function RangeFields({ view, field, label, values, onChange }: FilterValueFieldsProps) {
  const { t } = useLingui()
  const days = isMoment(view.entity, field)
  const written = isLocalDate(view.entity, field)
  const zone = days ? otherZone() : undefined
  const bounds = [
    { part: `${field}From`, label: t`From`, last: false },
    { part: `${field}To`, label: t`To`, last: true },
  ]
  return (
    <FieldGroup stack even gap={2}>
      <legend>{label}</legend>
      {bounds.map(bound => {
        const value = values[bound.part]
        if (written)
          return (
            <WrittenDayField
              key={bound.part}
              label={bound.label}
              value={value}
              onChange={day => onChange(bound.part, day || undefined)}
            />
          )
        return days ? (
          <DayField
            key={bound.part}
            label={bound.label}
            value={typeof value === 'number' ? value : undefined}
            // The last day counts whole.
            end={bound.last}
            onChange={at => onChange(bound.part, at)}
          />
        ) : (
          <TextInput
            key={bound.part}
            inputMode="decimal"
            label={bound.label}
            value={String(value ?? '')}
            onChange={event => onChange(bound.part, numberOf(event.currentTarget.value))}
          />
        )
      })}
      {zone !== undefined && (
        <p>
          <Trans>
            Days of <bdi>{zone}</bdi>
          </Trans>
        </p>
      )}
    </FieldGroup>
  )
}

const numberOf = (typed: string): number | undefined => {
  const number = Number(typed)
  return typed.trim() === '' || Number.isNaN(number) ? undefined : number
}
