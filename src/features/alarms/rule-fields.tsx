// Fields of a rule's form that no usual kind can do: days, times of day, the zone, and the sentence it makes.
import { Trans, useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { entities } from '../../domain/entities.ts'
import { nameOfRow, rowOptions } from '../../resource/query.ts'
import type { FieldControl, Values } from '../../resource/view.ts'
import { useIntlLocale } from '../../ui/locale.ts'
import { ChoiceField } from './choice-field.tsx'
import css from './rule-fields.module.css'
import { type RuleParts, type RuleRow, RuleSentence } from './rule-sentence.tsx'
import { clockOf, dayName, minuteOf } from './rule-words.ts'
import { TypesField } from './types-field.tsx'

export function RuleTypesField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  return <TypesField control={control} none={t`Any alarm`} />
}

export function DaysField({ control }: { control: FieldControl }) {
  const locale = useIntlLocale()
  const days = [1, 2, 3, 4, 5, 6, 7].map(day => ({ value: day, label: dayName(day, locale) }))
  return <ChoiceField control={control} words={days} />
}

export function ClockField({ control }: { control: FieldControl }) {
  const minute = typeof control.value === 'number' ? control.value : undefined
  return (
    <TextInput
      type="time"
      dir="ltr"
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      value={minute === undefined ? '' : clockOf(minute)}
      onChange={event => control.onChange(minuteOf(event.currentTarget.value) ?? null)}
    />
  )
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export function ZoneField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const value = typeof control.value === 'string' ? control.value : ownZone()
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <Select
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      searchable
      allowDeselect={false}
      limit={100}
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      onChange={control.onChange}
      nothingFoundMessage={t`Nothing found`}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** The rule as it would be saved now, in words. */
export function RulePreview({ row, values }: { row: RuleRow | undefined; values: Values }) {
  const names = (field: keyof RuleRow & string, entityKey: string) => ({
    ids: idsOf(values[field]),
    entityKey,
  })
  const [roles, users, escalateRoles, escalateUsers, groups, departments] = useNames([
    names('roleIds', 'role'),
    names('userIds', 'user'),
    names('escalateRoleIds', 'role'),
    names('escalateUserIds', 'user'),
    names('groupId', 'deviceGroup'),
    names('departmentId', 'department'),
  ])
  const rule = {
    zone: ownZone(),
    types: [],
    kinds: [],
    days: [],
    channels: [],
    roleIds: [],
    userIds: [],
    escalateRoleIds: [],
    escalateUserIds: [],
    ...row,
    ...values,
    repeatMinutes: minutesOf(values.repeatMinutes),
    escalateMinutes: minutesOf(values.escalateMinutes),
    roleNames: roles ?? [],
    userNames: users ?? [],
    escalateRoleNames: escalateRoles ?? [],
    escalateUserNames: escalateUsers ?? [],
    groupName: groups?.[0],
    departmentName: departments?.[0],
  } satisfies RuleParts
  return (
    <aside className={css.preview}>
      <h3 className={css.title}>
        <Trans>So it reads</Trans>
      </h3>
      <RuleSentence rule={rule} />
    </aside>
  )
}

const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter(id => typeof id === 'number')

const minutesOf = (value: unknown): number | null => {
  const minutes = Number(value)
  return value === null || value === undefined || value === '' || Number.isNaN(minutes) ? null : minutes
}

interface Named {
  ids: readonly number[]
  entityKey: string
}

/** The names behind ids of several entities, in one hook; a number until its name is known. */
function useNames(asked: readonly Named[]): string[][] {
  const flat = asked.flatMap(({ ids, entityKey }) => {
    const entity = entities.find(each => each.key === entityKey)
    return entity ? ids.map(id => ({ entity, id })) : []
  })
  const rows = useQueries({ queries: flat.map(({ entity, id }) => rowOptions(entity, id)) })
  let at = 0
  return asked.map(({ ids }) =>
    ids.map(id => {
      const [one, query] = [flat[at], rows[at]]
      at += 1
      return one && query?.data ? nameOfRow(one.entity, query.data) : `#${id}`
    }),
  )
}
