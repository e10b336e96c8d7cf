// What happened to a device, newest first: alarms, coming and going, commands, edits.
import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { deviceTimeline } from '../../contract/endpoints/device.ts'
import { isKey } from '../../domain/keys.ts'
import { eventWords } from '../../resource/door-event-words.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useRelatedView } from '../../resource/related-views.tsx'
import type { View, Word } from '../../resource/view.ts'
import { List, Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { type BadgeTone, SeverityBadge } from '../../ui/severity-badge.tsx'
import { Loading } from '../../ui/states.tsx'
import css from './device.module.css'
import { commandStateWords, commandWords, stateWords } from './device-words.ts'
import { lifecycleWords, stepWords } from './life/life-words.ts'
import { timelineOptions } from './readings-query.ts'

type Entry = z.output<(typeof deviceTimeline)['response']>[number]

interface TimelineProps {
  imei: string
  /** How many days before today it reaches back. */
  days: number
  limit: number
}

export function Timeline({ imei, days, limit }: TimelineProps) {
  const { i18n } = useLingui()
  const alarm = useRelatedView('alarm')
  const device = useRelatedView('device')
  const { data, isError, error } = useQuery(timelineOptions(imei, days, limit))
  if (isError && !data)
    return (
      <Text as="p" size="caption" tone="ink-3">
        {i18n._(wordsForError(error))}
      </Text>
    )
  if (!data) return <Loading variant="list" count={3} />
  if (data.length === 0) {
    return (
      <Text as="p" size="caption" tone="ink-3">
        {days === 0 ? (
          <Trans>Nothing has happened today.</Trans>
        ) : (
          <Trans>Nothing happened in this time.</Trans>
        )}
      </Text>
    )
  }
  return (
    <List as="ol" stack gap={2}>
      {data.map(entry => (
        <Row as="li" key={entry.key} wrap gap={1} columnGap={2} className={css.event}>
          <time dir="ltr" dateTime={new Date(entry.at).toISOString()} title={formatMoment(entry.at)}>
            {timeText(entry.at, days)}
          </time>
          <SeverityBadge tone={toneOf(entry)}>{subjectOf(entry, i18n, alarm, device)}</SeverityBadge>
          <Text size="caption" tone="ink-3">
            {statusOf(entry, i18n, alarm)}
          </Text>
        </Row>
      ))}
    </List>
  )
}

// Within a day the clock is enough.
const timeText = (at: number, days: number): string =>
  days === 0 ? formatMoment(at).slice(11, 16) : formatMoment(at).slice(5, 16)

function toneOf({ kind, severity, status, subject }: Entry): BadgeTone {
  if (kind === 'door') return (isKey(eventWords, subject) && eventWords[subject].tone) || 'info'
  if (severity) return severity
  if (kind === 'online') return 'ok'
  if (kind === 'offline') return 'off'
  return kind === 'command' && status === 'failed' ? 'critical' : 'info'
}

function subjectOf(
  { kind, subject }: Entry,
  i18n: I18n,
  alarm: View | undefined,
  device: View | undefined,
): string {
  switch (kind) {
    case 'online':
      return i18n._(stateWords.online.label)
    case 'offline':
      return i18n._(stateWords.offline.label)
    case 'command':
      return isKey(commandWords, subject) ? i18n._(commandWords[subject]) : subject
    case 'door':
      return isKey(eventWords, subject) ? i18n._(eventWords[subject].label) : subject
    case 'step':
      return isKey(stepWords, subject) ? i18n._(stepWords[subject]) : subject
    case 'alarm': {
      const label = alarm?.words.type?.[subject]?.label
      return label ? i18n._(label) : subject
    }
    default: {
      const names = subject.split(/[\s,]+/).filter(Boolean)
      return names
        .map(name => {
          const label = device?.columns.find(
            column => column.of === name || column.of === name.replace(/Id$/, 'Name'),
          )
          return label ? i18n._(label.label) : name
        })
        .join(', ')
    }
  }
}

function statusOf({ kind, status, userName }: Entry, i18n: I18n, alarm: View | undefined): string {
  const tables: Record<string, Readonly<Record<string, Pick<Word, 'label'>>> | undefined> = {
    alarm: alarm?.words.status,
    command: commandStateWords,
    step: lifecycleWords,
  }
  const label = status ? tables[kind]?.[status]?.label : undefined
  const text = label ? i18n._(label) : ''
  return [text, userName].filter(Boolean).join(' · ')
}
