// One line of the log as a sentence: who did what, what was written, when it happened, and when it was learnt later.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { MINUTE_MS } from '../../domain/durations.ts'
import { entriesOf, type LogEntry, type LogFacts } from '../../domain/emergency/emergency-log.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { actWords, itemWords, partWords, roleWords, standingWords } from './emergency-words.ts'

/** Later than this, a line was kept on a device before it reached the server. */
const LATE_MS = MINUTE_MS

interface LogLineProps {
  entry: LogEntry
  entries: readonly LogEntry[]
}

export function LogLine({ entry, entries }: LogLineProps) {
  const { at, recordedAt, facts } = entry
  const quoted = 'text' in facts ? facts.text : undefined
  return (
    <li data-kind={facts.kind}>
      <Text as="p" breaks>
        <Sentence entry={entry} entries={entries} />
      </Text>
      {quoted !== undefined && (
        <Text as="p" pad={2} ground="sunken" round="control" tone="ink" lines breaks above={1} below={1}>
          <bdi>{quoted}</bdi>
        </Text>
      )}
      <Text as="p" size="caption" tone="ink-3">
        <bdi dir="ltr">{formatMoment(at)}</bdi>
      </Text>
      {recordedAt - at > LATE_MS && (
        <Text as="p" size="caption" tone="attention">
          <Trans>
            Reached the server at <bdi dir="ltr">{formatMoment(recordedAt)}</bdi>
          </Trans>
        </Text>
      )}
    </li>
  )
}

function Sentence({ entry, entries }: LogLineProps): ReactNode {
  const { i18n } = useLingui()
  const { facts } = entry
  const who = <Strong>{entry.userName}</Strong>
  switch (facts.kind) {
    case 'opened':
      return <Trans>{who} opened the emergency</Trans>
    case 'step':
      return (
        <>
          {i18n._(actWords[facts.act])}
          {' · '}
          {who}
        </>
      )
    case 'note':
      return <Trans>{who} wrote</Trans>
    case 'item':
      return (
        <Trans>
          {who} added: {i18n._(itemWords[facts.of].label)} <bdi>{facts.label ?? '—'}</bdi>
        </Trans>
      )
    case 'struck':
      return (
        <Trans>
          {who} struck: <bdi>{labelOf(entries, facts)}</bdi>
        </Trans>
      )
    case 'role':
      return (
        <>
          {i18n._(roleWords[facts.role])}
          {': '}
          <Trans>
            {who} assigned <Strong>{facts.name}</Strong>
          </Trans>
        </>
      )
    case 'handover':
      return (
        <>
          {i18n._(partWords[facts.part])}
          {': '}
          <Trans>
            {who} hands over to <Strong>{facts.name}</Strong>
          </Trans>
        </>
      )
    case 'accepted':
      return (
        <>
          {i18n._(partWords[facts.part])}
          {': '}
          <Trans>{who} has taken over</Trans>
        </>
      )
    case 'statement':
      return (
        <>
          {i18n._(standingWords[facts.standing].label)}
          {' · '}
          {who}
          {' · '}
          <Trans>
            Source: <bdi>{facts.source}</bdi>
          </Trans>
        </>
      )
    case 'message':
      return (
        <>
          <Trans>{who} sent a message</Trans>
          {' · '}
          <Plural value={facts.people} one="# person" other="# people" />
          <TextCount texts={facts.texts} />
        </>
      )
    case 'reminded':
      return (
        <>
          <Trans>{who} sent a reminder</Trans>
          {' · '}
          <Plural value={facts.people} one="# person" other="# people" />
          <TextCount texts={facts.texts} />
        </>
      )
    case 'confirmed':
      return <Trans>{who} has read the message</Trans>
  }
}

const labelOf = (entries: readonly LogEntry[], { entry }: Extract<LogFacts, { kind: 'struck' }>): string =>
  entriesOf(entries, 'item').find(({ id }) => id === entry)?.facts.label ?? '—'

const Strong = ({ children }: { children: ReactNode }) => (
  <Text as="bdi" strong>
    {children}
  </Text>
)

function TextCount({ texts }: { texts: number | undefined }) {
  if (texts === undefined) return null
  return (
    <>
      {' · '}
      <Plural value={texts} one="# text message" other="# text messages" />
    </>
  )
}
