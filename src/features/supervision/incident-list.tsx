// The incidents of one person: each says what happened, since when, and what is to be done next.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { incidentStory } from '../../contract/endpoints/supervision.ts'
import { nextStep } from '../../domain/supervision/incident-step.ts'
import { incident } from '../../domain/supervision/records.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { incidentView } from './incident.view.tsx'
import type { Incident } from './person.ts'
import { incidentStateWords, kindWords, outcomeWords } from './supervision-words.ts'

const ASK_MS = 5_000
const SHOWN = 20
const OPEN = ['open', 'acknowledged', 'contacted', 'dispatched']

interface IncidentListProps {
  personId: number
  /** Only those that are not closed. */
  open?: boolean
}

export function IncidentList({ personId, open }: IncidentListProps) {
  const { i18n } = useLingui()
  const query = useQuery({
    ...pageOptions(incident, {
      page: 1,
      size: SHOWN,
      sort: '-raisedAt',
      personId,
      ...(open && { state: OPEN }),
    }),
    refetchInterval: ASK_MS,
  })
  if (!query.data) {
    if (query.isError)
      return <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
    return <Loading variant="cards" count={1} />
  }
  const rows = [...query.data.list].sort(
    (a, b) => Number(a.state === 'closed') - Number(b.state === 'closed'),
  )
  if (rows.length === 0)
    return (
      <Muted as="p">
        <Trans>Nothing has happened.</Trans>
      </Muted>
    )
  return (
    <ActionsProvider view={incidentView}>
      <List stack gap={3}>
        {rows.map((row, at) => (
          <li key={row.id}>
            <IncidentCard row={row} first={at === 0} />
          </li>
        ))}
      </List>
    </ActionsProvider>
  )
}

function IncidentCard({ row, first }: { row: Incident; first: boolean }) {
  const { i18n, t } = useLingui()
  const { actionsFor } = useActions()
  const [told, setTold] = useState(first && row.state !== 'closed')
  const kind = kindWords[row.kind]
  const state = incidentStateWords[row.state]
  const late = row.dueAt !== null && row.dueAt < serverNow()
  const delay = Math.max(0, Math.round((row.toldAt - row.raisedAt) / 1000))
  const next = nextStep(row.state)
  return (
    <Card
      as="article"
      aria-label={i18n._(kind.label)}
      ground={row.state === 'open' && kind.tone === 'critical' ? 'critical-soft' : 'surface'}
    >
      <Stack gap={3}>
        <Row gap={2} wrap>
          <Icon name={kind.icon ?? 'alert'} />
          <Text strong grow>
            {i18n._(kind.label)}
          </Text>
          {row.state === 'closed' ? (
            <SeverityBadge tone="off">
              {row.outcome ? i18n._(outcomeWords[row.outcome]) : t`Closed`}
            </SeverityBadge>
          ) : (
            <SeverityBadge tone={state.tone ?? 'warning'}>{i18n._(state.label)}</SeverityBadge>
          )}
        </Row>
        <Text size="small" tone="ink-2">
          {formatMoment(row.raisedAt)} · <Trans>told after {delay} s</Trans>
          {row.times > 1 && (
            <>
              {' · '}
              <Plural value={row.times} one="reported # time" other="reported # times" />
            </>
          )}
        </Text>
        {row.state !== 'closed' && row.refastenedAt !== null && (
          <Text size="small" tone="attention">
            <Trans>The strap is tight again. It may have been off: somebody has to look.</Trans>
          </Text>
        )}
        {row.state !== 'closed' && row.heardAt !== null && (
          <Text size="small" tone="attention">
            <Trans>The device is heard again. Where it was meanwhile nobody knows.</Trans>
          </Text>
        )}
        {row.dueAt !== null && (
          <Text size="small" strong={late} tone={late ? 'critical' : 'ink-2'}>
            {late ? (
              <Trans>
                Overdue since <Age at={row.dueAt} />
              </Trans>
            ) : (
              <Trans>Next step due at {formatMoment(row.dueAt)}</Trans>
            )}
          </Text>
        )}
        {row.state !== 'closed' && (
          <Row gap={2} wrap>
            {actionsFor([row]).map(action => (
              <Button
                key={action.id}
                variant={action.id === next && first ? 'filled' : 'default'}
                disabled={action.blocked !== undefined}
                title={action.blocked}
                leftSection={action.icon && <Icon name={action.icon} />}
                onClick={action.run}
              >
                {action.label}
              </Button>
            ))}
          </Row>
        )}
        <Button variant="subtle" size="compact-sm" aria-expanded={told} onClick={() => setTold(!told)}>
          {told ? t`Hide the story` : t`Show the story`}
        </Button>
        {told && <Story id={row.id} version={`${row.version}-${row.times}`} />}
      </Stack>
    </Card>
  )
}

function Story({ id, version }: { id: number; version: string }) {
  const { i18n, t } = useLingui()
  const { data, error, isError } = useQuery({
    queryKey: ['incident-story', id, version],
    queryFn: ({ signal }) => sendRequest(incidentStory, { id }, { signal }),
    refetchInterval: ASK_MS,
  })
  if (!data)
    return isError ? (
      <Muted as="p">{i18n._(wordsForError(error))}</Muted>
    ) : (
      <Loading variant="list" count={2} />
    )
  const words: Record<(typeof data)[number]['kind'], string> = {
    raised: t`Reported`,
    again: t`Reported again`,
    refastened: t`Strap tight again`,
    heard: t`Device heard again`,
    overdue: t`Nobody acted in time: told again`,
    acknowledged: t`Acknowledged`,
    contacted: t`Contacted`,
    dispatched: t`Somebody was sent`,
    closed: t`Closed`,
  }
  return (
    <List stack gap={2} aria-label={t`Story`}>
      {data.map(line => (
        <li key={line.id}>
          <Text size="small" block>
            <Text tone="ink-3">{formatMoment(line.at)}</Text> {words[line.kind]}
            {line.by && ` · ${line.by}`}
          </Text>
          {line.note && (
            <Text size="small" tone="ink-2" block breaks>
              {line.note}
            </Text>
          )}
        </li>
      ))}
    </List>
  )
}
