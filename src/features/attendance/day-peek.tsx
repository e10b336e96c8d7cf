// One day of one person: six states, the evidence on a line and as a list, where it was, the corrections last.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type SixState, sixStates } from '../../domain/attendance/judge-day.ts'
import { localTime } from '../../domain/report/zone-time.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { PlaceMap, type ShownPlace } from '../../resource/map/place-map.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { clockOf } from '../../ui/week.ts'
import { dayOptions, type Evidence, type OfDay } from './attendance-query.ts'
import { correctionWords, leaveWords, sixWords, sourceWords, trustWords } from './attendance-words.ts'
import { DayLine } from './day-line.tsx'
import { SixStates } from './six-states.tsx'

interface DayPeekProps {
  workerId: number
  day: string
  /** Where the person may ask for a correction: of which of the six, when one of them went wrong. */
  onAsk?: (slot: SixState | undefined) => void
}

export function DayPeek({ workerId, day, onAsk }: DayPeekProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const query = useQuery(dayOptions(workerId, day))
  if (!query.data)
    return query.isError ? (
      <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
    ) : (
      <Loading variant="detail" />
    )
  return (
    <Stack gap={4} pad={4}>
      {(!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      <DayFacts day={query.data} />
      {onAsk && <AskButton day={query.data} onAsk={onAsk} />}
    </Stack>
  )
}

interface AskButtonProps {
  day: OfDay
  onAsk: (slot: SixState | undefined) => void
}

function AskButton({ day, onAsk }: AskButtonProps) {
  // What waits for a decision already cannot be asked for again.
  const asked = new Set(day.corrections.filter(({ state }) => state === 'pending').map(({ slot }) => slot))
  const wrong = sixStates.find(
    (slot, at) => day.states[at] != null && day.states[at] !== 1 && !asked.has(slot),
  )
  return (
    <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => onAsk(wrong)}>
      <Trans>Ask for a correction</Trans>
    </Button>
  )
}

const clockIn = (zone: string, at: number) => clockOf(localTime(zone, at).minute)

function DayFacts({ day }: { day: OfDay }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const { rule, punches, corrections } = day
  const places = useMemo<ShownPlace[]>(() => (rule ? placesOf(punches, rule.zone) : []), [punches, rule])
  return (
    <>
      <Text as="p" size="small" tone="ink-2">
        {rule ? (
          <Trans>
            <bdi>{rule.name}</bdi>, version {rule.version}, {rule.zone}
          </Trans>
        ) : (
          <Trans>No rule holds on this day.</Trans>
        )}
      </Text>
      <Row wrap gap={2}>
        {day.closed && (
          <SeverityBadge tone="off" icon="lock">
            <Trans>Month closed</Trans>
          </SeverityBadge>
        )}
        {day.leave && <SeverityBadge tone="info">{i18n._(leaveWords[day.leave])}</SeverityBadge>}
        {day.conflict && (
          <SeverityBadge tone="warning">
            <Trans>Punched while on leave</Trans>
          </SeverityBadge>
        )}
        {rule && day.kind === 'rest' && (
          <SeverityBadge tone="off">{t({ context: 'attendance', message: 'Rest day' })}</SeverityBadge>
        )}
      </Row>
      <SixStates {...day} />
      <DayLine day={day} />
      <Stack as="section" gap={2}>
        <SectionTitle>
          <Trans>Evidence</Trans>
        </SectionTitle>
        {punches.length === 0 ? (
          <Text as="p" tone="ink-2">
            <Trans>Nothing says that this person was there.</Trans>
          </Text>
        ) : (
          <List stack gap={3}>
            {punches.map(punch => (
              <EvidenceLine key={punch.id} punch={punch} zone={rule?.zone ?? 'UTC'} />
            ))}
          </List>
        )}
      </Stack>
      {places.length > 0 && <PlaceMap places={places} label={t`Where the punches were made`} height={180} />}
      {corrections.map(each => {
        const { label, tone } = correctionWords[each.state]
        return (
          <Stack
            as="section"
            key={each.id}
            gap={2}
            pad={3}
            round="card"
            {...(each.state === 'pending'
              ? { ground: 'attention-soft' as const }
              : { edge: 'line' as const })}
          >
            <Row wrap justify="between" gap={2}>
              <SectionTitle>
                <Trans context="attendance">Correction</Trans>
              </SectionTitle>
              <SeverityBadge tone={tone ?? 'off'}>{i18n._(label)}</SeverityBadge>
            </Row>
            <Text as="p" breaks>
              <bdi>{each.reason}</bdi>
            </Text>
            <Text as="p" strong>
              {i18n._(sixWords[each.slot])} · {clockIn(rule?.zone ?? 'UTC', each.at)}
            </Text>
            <Text as="p" size="caption" tone="ink-3">
              <bdi>{each.askedBy}</bdi> · {formatMoment(each.createdAt)}
            </Text>
            {each.caseId !== null && may('approvalCase.decide') && (
              <Button component="a" href={`#/approvals?case=${each.caseId}`} variant="light">
                <Trans>Open the approval</Trans>
              </Button>
            )}
            {each.answer && (
              <Text as="p" size="small">
                <bdi>{each.decidedBy}</bdi>: <bdi>{each.answer}</bdi>
              </Text>
            )}
          </Stack>
        )
      })}
    </>
  )
}

function EvidenceLine({ punch, zone }: { punch: Evidence; zone: string }) {
  const { i18n, t } = useLingui()
  const { source, trust, accuracyMetres, offsetMs, receivedAt } = punch
  const { label, icon } = sourceWords[source]
  const metres = accuracyMetres === null ? undefined : Math.round(accuracyMetres)
  const seconds = offsetMs === null ? 0 : Math.round(Math.abs(offsetMs) / 1000)
  const arrived = clockIn(zone, receivedAt)
  const more = [
    metres !== undefined && t`within ${metres} m`,
    trust !== 'sure' && i18n._(trustWords[trust].label),
    trust !== 'sure' && t`arrived ${arrived}`,
    seconds > 2 && t`clock off by ${seconds} s`,
  ].filter(part => typeof part === 'string')
  return (
    <Row as="li" align="start" gap={3}>
      <Text strong tone={trust === 'old' ? 'off' : 'ink'}>
        {clockIn(zone, punch.at)}
      </Text>
      <Text tone="ink-2">
        <Icon name={icon} size={16} />
      </Text>
      <Stack gap={0} shrink>
        <Text breaks>
          {i18n._(label)}
          {punch.place && (
            <>
              {' · '}
              <bdi>{punch.place}</bdi>
            </>
          )}
        </Text>
        {more.length > 0 && (
          <Text size="caption" tone="ink-3">
            {more.join(' · ')}
          </Text>
        )}
      </Stack>
    </Row>
  )
}

const placesOf = (punches: readonly Evidence[], zone: string): ShownPlace[] =>
  punches.flatMap(({ id, at, latitude, longitude, accuracyMetres }) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            id: String(id),
            label: clockIn(zone, at),
            at: { latitude, longitude },
            look: { shape: 'filled' as const, colour: 'ok' as const },
            accuracyMetres,
          },
        ],
  )
