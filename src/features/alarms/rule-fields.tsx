// Fields of a rule's form that no usual kind can do: its alarm types, and the sentence it makes.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { entities } from '../../domain/entities.ts'
import { nameOfRow, rowOptions } from '../../resource/query.ts'
import type { FieldControl, Values } from '../../resource/view.ts'
import { newZone } from '../../resource/week-fields.tsx'
import css from './rule-fields.module.css'
import { type RuleParts, type RuleRow, RuleSentence } from './rule-sentence.tsx'
import { TypesField } from './types-field.tsx'

export function RuleTypesField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  return <TypesField control={control} none={t`Any alarm`} />
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
    zone: newZone(),
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
        <Trans>In plain words</Trans>
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
