// The response card of one alarm: what to do in order, ticked with one tap, with or without a network.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import type { RowOf } from '../../domain/entity.ts'
import {
  foldRun,
  nextStep,
  type RespondInput,
  type ResponseRun,
  type RunEvent,
} from '../../domain/response/response-run.ts'
import { newKey } from '../../platform/http.ts'
import { queuedActions } from '../../platform/queue.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights, useSession } from '../../resource/surroundings.ts'
import { Box, List, Row, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { runOptions, waitingEvents } from './run-query.ts'
import { StepRow } from './step-row.tsx'

type AlarmRow = RowOf<typeof alarm>

interface AlarmResponseProps {
  row: AlarmRow
  /** A section of a panel, or a card of its own. */
  place: 'panel' | 'page'
}

export function AlarmResponse({ row, place }: AlarmResponseProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const query = useQuery(runOptions(row.id, row.version))
  // Without a card for its type there is nothing to show, not even that.
  if (query.data === null) return null
  const looks = place === 'page' ? { card: true } : { pad: 4 as const, edgeBelow: true }
  return (
    <Box as="section" {...looks} aria-labelledby={`response-${row.id}`}>
      {query.data ? (
        <RunCard
          key={row.id}
          row={row}
          run={query.data}
          stale={!online || query.isError ? query.dataUpdatedAt : undefined}
        />
      ) : (
        <>
          <Heading id={row.id} />
          {query.isError ? (
            <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
          ) : (
            <Loading variant="detail" count={3} />
          )}
        </>
      )}
    </Box>
  )
}

const Heading = ({ id }: { id: number }) => (
  <SectionTitle as="h3" id={`response-${id}`}>
    <Trans>Response card</Trans>
  </SectionTitle>
)

interface RunCardProps {
  row: AlarmRow
  run: ResponseRun
  stale: number | undefined
}

function RunCard({ row, run, stale }: RunCardProps) {
  const { t } = useLingui()
  const { give } = useActions()
  const may = useRights()(alarm.commands.respond.permission)
  const name = useSession()?.user.name ?? ''
  const queued = useSyncExternalStore(queuedActions.subscribe, queuedActions.read)
  /** Said here a moment ago: stands at once, and goes when the server refuses it. */
  const [mine, setMine] = useState<readonly RunEvent[]>([])
  const waiting = waitingEvents(queued, row.id, name)
  const states = foldRun(run.steps, [...waiting, ...mine, ...run.events])
  const next = nextStep(run.steps, states)
  const left = [...states.values()].filter(({ is }) => is === 'todo').length
  const number = run.versionNumber

  const say = async (said: Omit<RespondInput, 'event'>) => {
    const event: RespondInput = { ...said, event: newKey() }
    const here = { ...event, reason: event.reason ?? null, at: serverNow(), userName: name }
    setMine(before => [...before, here])
    // Kept for later it is among what waits, refused it is not so: taken, the server tells it with the time it had.
    if (!(await give('respond', [row], event))) setMine(before => before.filter(each => each !== here))
  }

  return (
    <>
      <Row wrap align="baseline" justify="between" gap={2} below={2}>
        <Heading id={row.id} />
        <Row gap={2} size="caption" tone="ink-3">
          {stale !== undefined && <StaleBadge at={stale} />}
          {number === null ? <Trans>As shipped</Trans> : <Trans>Version {number}</Trans>}
        </Row>
      </Row>
      <Text as="p" size="small" tone="ink-2" below={2} role="status">
        {left === 0 ? (
          <Trans>All steps are seen to</Trans>
        ) : (
          <Plural value={left} one="# step to do" other="# steps to do" />
        )}
      </Text>
      <List as="ol" stack gap={1} aria-label={t`Steps`}>
        {run.steps.map((step, at) => (
          <StepRow
            key={step.key}
            step={step}
            place={at + 1}
            state={states.get(step.key) ?? { is: 'todo' }}
            next={step === next}
            raisedAt={row.raisedAt}
            waits={waiting.some(event => event.step === step.key)}
            onSay={may ? said => void say({ ...said, step: step.key }) : undefined}
          />
        ))}
      </List>
    </>
  )
}
