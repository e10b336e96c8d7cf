// Fields of a rule's form that no usual kind can do: its alarm types, and the sentence it makes.

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { bootInfo } from '../../contract/endpoints/session.ts'
import { entities } from '../../domain/entities.ts'
import { sendRequest } from '../../platform/http.ts'
import { ChoiceField } from '../../resource/choice-field.tsx'
import { nameIn, rowOptions } from '../../resource/query.ts'
import type { FieldControl, Values } from '../../resource/view.ts'
import { tenantZone } from '../../resource/zone.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { type RuleParts, type RuleRow, RuleSentence } from './rule-sentence.tsx'
import { channelWords } from './rule-words.ts'
import { TypesField } from './types-field.tsx'

export function RuleTypesField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  return <TypesField control={control} none={t`Any alarm`} />
}

const channels = [
  { value: 'console', label: channelWords.console },
  { value: 'spoken', label: channelWords.spoken },
  { value: 'push', label: channelWords.push },
  { value: 'sms', label: channelWords.sms },
]
const channelsWithoutTexts = channels.map(channel =>
  channel.value === 'sms'
    ? {
        ...channel,
        hint: msg`Text messages are not set up: nobody receives one until the operator names a provider`,
      }
    : channel,
)

/** By which ways people hear of it; where no text message can be sent, it says so. */
export function RuleChannelsField({ control }: { control: FieldControl }) {
  const boot = useQuery({
    queryKey: ['bootInfo'],
    queryFn: ({ signal }) => sendRequest(bootInfo, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const words = boot.data?.texts === false ? channelsWithoutTexts : channels
  return <ChoiceField control={control} words={words} hint={msg`None chosen: nobody is notified`} />
}

/** The rule as it would be saved now, in words. */
export function RulePreview({ row, values }: { row: RuleRow | undefined; values: Values }) {
  const names = (field: keyof RuleRow & string, entityKey: string) => ({
    ids: idsOf(values[field]),
    entityKey,
  })
  const [roles, users, escalateRoles, escalateUsers, groups, departments, dutyPosts, escalateDutyPosts] =
    useNames([
      names('roleIds', 'role'),
      names('userIds', 'user'),
      names('escalateRoleIds', 'role'),
      names('escalateUserIds', 'user'),
      names('groupId', 'deviceGroup'),
      names('departmentId', 'department'),
      names('dutyPostIds', 'post'),
      names('escalateDutyPostIds', 'post'),
    ])
  const rule = {
    zone: tenantZone(),
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
    dutyPostNames: dutyPosts ?? [],
    userNames: users ?? [],
    escalateRoleNames: escalateRoles ?? [],
    escalateUserNames: escalateUsers ?? [],
    escalateDutyPostNames: escalateDutyPosts ?? [],
    groupName: groups?.[0],
    departmentName: departments?.[0],
  } satisfies RuleParts
  return (
    <Stack as="aside" gap={2} pad={3} ground="sunken" round="control">
      <Text as="h3" size="caption" strong tone="ink-3">
        <Trans>In plain words</Trans>
      </Text>
      <RuleSentence rule={rule} />
    </Stack>
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
  const { i18n } = useLingui()
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
      return one && query?.data ? nameIn(i18n.locale, one.entity, query.data) : `#${id}`
    }),
  )
}
