// The conditions of a person with how they stand with each now.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { personStanding } from '../../contract/endpoints/supervision.ts'
import { supervisionCondition } from '../../domain/supervision/records.ts'
import { sendRequest } from '../../platform/http.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Loading } from '../../ui/states.tsx'
import { dayName } from '../../ui/week.ts'
import { conditionView } from './records.view.tsx'
import { conditionWords, standingWords } from './supervision-words.ts'

const ASK_MS = 15_000
const two = (value: number) => String(value).padStart(2, '0')
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

export function Conditions({ personId }: { personId: number }) {
  const { i18n } = useLingui()
  const { data, error, isError } = useQuery({
    queryKey: ['entity', supervisionCondition.key, 'standing', personId],
    queryFn: ({ signal }) => sendRequest(personStanding, { id: personId }, { signal }),
    refetchInterval: ASK_MS,
    meta: { offline: 'read' },
  })
  const rows = useQuery(pageOptions(supervisionCondition, { page: 1, size: 20, personId })).data?.list ?? []
  if (!data)
    return isError ? (
      <Muted as="p">{i18n._(wordsForError(error))}</Muted>
    ) : (
      <Loading variant="list" count={2} />
    )
  if (data.conditions.length === 0)
    return (
      <Muted as="p">
        <Trans>No condition was set.</Trans>
      </Muted>
    )
  return (
    <ActionsProvider view={conditionView}>
      <List stack gap={2}>
        {data.conditions.map(condition => (
          <Condition
            key={condition.id}
            condition={condition}
            row={rows.find(({ id }) => id === condition.id)}
          />
        ))}
      </List>
    </ActionsProvider>
  )
}

interface ConditionProps {
  condition: {
    kind: keyof typeof conditionWords
    fenceId: number | null
    fenceName: string | null
    days: readonly number[]
    fromMinute: number | null
    untilMinute: number | null
    minBattery: number | null
    standing: keyof typeof standingWords
  }
  row: { id: number; version: number } | undefined
}

function Condition({ condition, row }: ConditionProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const { actionsFor } = useActions()
  const { kind, fenceId, fenceName, days, fromMinute: from, untilMinute: until, minBattery } = condition
  const standing = standingWords[condition.standing]
  const last = until === null ? '' : clock(until)
  const hours = from !== null ? `${clock(from)}–${last}` : until !== null ? t`by ${last}` : ''
  const when = [
    days.map(day => dayName(day, locale)).join(' '),
    hours,
    minBattery !== null && `${minBattery} %`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Row as="li" gap={3} edgeBelow padY={2} lastBare>
      <Stack grow shrink gap="half">
        <Text strong>{i18n._(conditionWords[kind])}</Text>
        {fenceId !== null && (
          <a
            className={look({ inline: true, tone: 'accent', size: 'small', touchable: true })}
            href={`#/fenceInfo?id=${fenceId}`}
          >
            {fenceName}
          </a>
        )}
        {when !== '' && (
          <Text size="small" tone="ink-2">
            <bdi>{when}</bdi>
          </Text>
        )}
      </Stack>
      <SeverityBadge tone={standing.tone ?? 'off'}>{i18n._(standing.label)}</SeverityBadge>
      {row && <ActionButtons actions={actionsFor([row]).filter(({ id }) => id === 'remove')} />}
    </Row>
  )
}
