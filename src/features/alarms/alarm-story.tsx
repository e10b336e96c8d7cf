// What happened to one alarm, told from the beginning: who did what, when, and when the server learnt of it.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { alarmTimeline } from '../../contract/endpoints/message.ts'
import type { AlarmEvent } from '../../domain/alarm/alarm.ts'
import type { AlarmChannel } from '../../domain/alarm/alarm-rule.ts'
import { isBeforeRaised } from '../../domain/alarm/handling-time.ts'
import { readNotifiedNote } from '../../domain/alarm/notified-counts.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { readStepNote } from '../../domain/response/timeline-note.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { stepText } from '../../resource/response-words.ts'
import { Inline, List, Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, useIntlLocale } from '../../ui/locale.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { AlarmRow } from './alarm-row.ts'
import css from './alarm-story.module.css'
import { durationText } from './duration.ts'
import { type Gathered, gathered } from './story-lines.ts'
import { useWaiting, WaitingNote } from './waiting-note.tsx'

/** Later than this, an event was kept on a device before it reached the server. */
const LATE_MS = MINUTE_MS

// Each change of an alarm adds a line to its timeline: the version in the key has it fetched anew.
const timelineOptions = (id: number, version: number) =>
  queryOptions({
    queryKey: ['alarm', id, 'timeline', version] as const,
    queryFn: ({ signal }) => sendRequest(alarmTimeline, { id }, { signal }),
    // The lines before stay while the new one is fetched.
    placeholderData: keepPreviousData,
  })

/** How often an alarm was told again; 0 until it is known. */
export function useRepeats({ id, version }: Pick<AlarmRow, 'id' | 'version'>): number {
  const { data } = useQuery(timelineOptions(id, version))
  return data?.filter(({ kind }) => kind === 'repeated').length ?? 0
}

export function AlarmStory({ row: { id, version, raisedAt } }: { row: AlarmRow }) {
  const { i18n } = useLingui()
  const query = useQuery(timelineOptions(id, version))
  const waiting = useWaiting(id)
  if (!query.data) {
    return query.isError ? (
      <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
    ) : (
      <Loading variant="detail" count={2} />
    )
  }
  return (
    <List as="ol" stack gap={3} className={css.story}>
      {gathered(query.data).map(({ event, times }) => (
        <Line key={event.id} event={event} times={times} raisedAt={raisedAt} />
      ))}
      {waiting.length > 0 && (
        <li data-kind="waiting">
          <WaitingNote id={id} />
        </li>
      )}
    </List>
  )
}

function Line({ event, times, raisedAt }: Gathered & { event: AlarmEvent; raisedAt: number }) {
  const locale = useIntlLocale()
  const said = quotedOf(event)
  const wrong = event.kind !== 'raised' && isBeforeRaised(event.at, raisedAt)
  const after = event.kind === 'raised' || wrong ? undefined : durationText(event.at - raisedAt, locale)
  return (
    <li data-kind={event.kind}>
      <p>
        <Sentence event={event} times={times} />
      </p>
      {said && (
        <Text as="p" pad={2} ground="sunken" round="control" tone="ink" lines breaks above={1} below={1}>
          <bdi>{said}</bdi>
        </Text>
      )}
      <Row as="p" wrap align="stretch" gap={0} columnGap={2} size="caption" tone="ink-3">
        <bdi dir="ltr">{formatMoment(event.at)}</bdi>
        {after !== undefined && (
          <span>
            <Trans>after {after}</Trans>
          </span>
        )}
      </Row>
      {wrong && (
        <Text as="p" size="caption" tone="attention">
          <Trans>Before the alarm was raised: the clock of the device was wrong</Trans>
        </Text>
      )}
      {event.recordedAt - event.at > LATE_MS && (
        <Text as="p" size="caption" tone="attention">
          <Trans>
            Reached the server at <bdi dir="ltr">{formatMoment(event.recordedAt)}</bdi>
          </Trans>
        </Text>
      )}
    </li>
  )
}

/** What somebody wrote; of other lines the note is part of the sentence. */
function quotedOf({ kind, note }: AlarmEvent): string | null {
  if (kind === 'assigned' || kind === 'told' || kind === 'repeated') return null
  if (kind === 'stepDone' || kind === 'stepSkipped' || kind === 'stepUndone')
    return readStepNote(note)?.reason ?? null
  return note
}

function Sentence({ event, times }: Gathered): ReactNode {
  const who = (
    <Text as="bdi" strong>
      {event.userName}
    </Text>
  )
  switch (event.kind) {
    case 'raised':
      return <Trans>Raised by the device</Trans>
    case 'read':
      return <Trans>{who} read it</Trans>
    case 'acknowledged':
      return <Trans>{who} acknowledged it</Trans>
    case 'taken':
      return <Trans>{who} took it</Trans>
    case 'released':
      return <Trans>{who} gave it back</Trans>
    case 'assigned':
      return (
        <Trans>
          {who} assigned it to{' '}
          <Text as="bdi" strong>
            {event.note}
          </Text>
        </Trans>
      )
    case 'commented':
      return <Trans>{who} wrote</Trans>
    case 'escalated':
      return event.userName ? (
        <Trans>{who} escalated it</Trans>
      ) : (
        <Trans>Escalated, because nobody acted</Trans>
      )
    case 'repeated':
      return (
        <>
          <Plural value={times} one="Notified again" other="Notified again # times" />
          <NotifiedCounts note={event.note} />
        </>
      )
    case 'told':
      return (
        <>
          <Trans>Notified</Trans>
          <NotifiedCounts note={event.note} />
        </>
      )
    case 'handled':
      return <Trans>{who} handled it</Trans>
    case 'stepDone':
      return (
        <Trans>
          {who} did: <StepOfCard note={event.note} />
        </Trans>
      )
    case 'stepSkipped':
      return (
        <Trans>
          {who} skipped: <StepOfCard note={event.note} />
        </Trans>
      )
    case 'stepUndone':
      return (
        <Trans>
          {who} took back: <StepOfCard note={event.note} />
        </Trans>
      )
    case 'recovered':
      return <Trans>Cause cleared</Trans>
  }
}

/** The step of the response card that a line is about. */
function StepOfCard({ note }: { note: string | null }) {
  const { i18n } = useLingui()
  const step = readStepNote(note)
  return step && <bdi>{stepText(i18n, step)}</bdi>
}

const channels = ['console', 'spoken', 'push', 'sms'] as const satisfies readonly AlarmChannel[]

function NotifiedCounts({ note }: { note: string | null }) {
  const counts = readNotifiedNote(note)
  const words: Record<(typeof channels)[number], (count: number) => ReactNode> = {
    console: count => <Plural value={count} one="# in the message centre" other="# in the message centre" />,
    spoken: () => <Trans>spoken aloud</Trans>,
    push: count => <Plural value={count} one="# by push" other="# by push" />,
    sms: count => <Plural value={count} one="# by text message" other="# by text message" />,
  }
  const used = channels.filter(channel => counts[channel] !== undefined)
  if (used.length === 0 && !counts.textsOff && !counts.noDuty) return null
  return (
    <Inline wrap align="stretch" gap={0} columnGap={2} size="caption" tone="ink-3" padStart={2}>
      {used.map(channel => (
        <span key={channel}>{words[channel](counts[channel] ?? 0)}</span>
      ))}
      {counts.noDuty && (
        <span>
          <Trans>nobody was on duty: the others were told</Trans>
        </span>
      )}
      {counts.textsOff && (
        <span>
          <Trans>no text message: sending is not set up</Trans>
        </span>
      )}
    </Inline>
  )
}
