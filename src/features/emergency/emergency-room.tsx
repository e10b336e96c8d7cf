// The room of one emergency: what is known, who does what, who was told, what belongs to it, and its log.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { codes } from '../../contract/errors.ts'
import { emergency } from '../../domain/emergency/emergency.ts'
import { isRunning } from '../../domain/emergency/emergency-step.ts'
import { RequestError } from '../../platform/request-error.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Elapsed } from '../../ui/age.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { emergencyView } from './emergency.view.tsx'
import { EmergencyLinks } from './emergency-links.tsx'
import { logOptions } from './emergency-query.ts'
import { kindWords, severityWords, stateWords } from './emergency-words.ts'
import { Handovers } from './handovers.tsx'
import { ItemsCard } from './items-card.tsx'
import { KnownCard } from './known-card.tsx'
import { LogCard } from './log-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { RolesCard } from './roles-card.tsx'
import { RoomCard, type RoomPart } from './room-card.tsx'

export function EmergencyRoom({ id }: { id: number }) {
  const { i18n } = useLingui()
  const online = useOnline()
  const row = useQuery(rowOptions(emergency, id))
  const log = useQuery(logOptions(id))
  if (row.data && log.data)
    return (
      <ActionsProvider view={emergencyView}>
        <Room
          row={row.data}
          log={log.data}
          stale={!online || row.isError || log.isError ? log.dataUpdatedAt : undefined}
        />
      </ActionsProvider>
    )
  const error = row.error ?? log.error
  if (!error) return <Loading variant="detail" />
  if (error instanceof RequestError && error.code === codes.forbidden) return <Forbidden />
  if (error instanceof RequestError && error.id === 'row.unknown')
    return (
      <Empty
        page
        icon="alert"
        title={<Trans>There is no such emergency</Trans>}
        why={<Trans>The link may be old, or it belongs to a department that you do not see.</Trans>}
        action={
          <a className={look({ tone: 'accent' })} href="#/emergencies">
            <Trans>Go to the emergencies</Trans>
          </a>
        }
      />
    )
  return (
    <ErrorState
      page
      what={i18n._(wordsForError(error))}
      onRetry={() => {
        void row.refetch()
        void log.refetch()
      }}
    />
  )
}

function Room({ row, log, stale }: RoomPart & { stale: number | undefined }) {
  const { t } = useLingui()
  return (
    <Stack as="article" content="start" gap={3} grow shrink pad={5} scroll="y" atMost="page" tightOnPhone>
      <Head row={row} log={log} stale={stale} />
      {row.finding && (
        <RoomCard name={t`What was found`}>
          <Text as="p" lines breaks>
            <bdi>{row.finding}</bdi>
          </Text>
        </RoomCard>
      )}
      {isRunning(row.state) && <Handovers row={row} log={log} />}
      <Stack align="start" gap={3} cols="minmax(0, 3fr) minmax(280px, 2fr)" oneOnTablet>
        <Stack gap={3} shrink>
          <KnownCard row={row} log={log} />
          <LogCard row={row} log={log} />
        </Stack>
        <Stack gap={3} shrink>
          <RolesCard row={row} log={log} />
          <MessagesCard row={row} log={log} />
          <ItemsCard row={row} log={log} />
        </Stack>
      </Stack>
    </Stack>
  )
}

function Head({ row, log, stale }: RoomPart & { stale: number | undefined }) {
  const { i18n } = useLingui()
  const { actionsFor } = useActions()
  const running = isRunning(row.state)
  return (
    <>
      <BackLink href="#/emergencies">
        <Trans>All emergencies</Trans>
      </BackLink>
      <Row as="header" wrap align="start" gap={3}>
        <Center as="span" soft={running ? row.severity : 'off'} round="card" square={12}>
          <Icon name="alert" size={28} />
        </Center>
        <Stack gap={1} shrink grows="large">
          <Text as="h1" size="title" strong breaks>
            <bdi>{row.title}</bdi>
          </Text>
          <Text as="p" tone="ink-2" breaks>
            {row.place && (
              <>
                <bdi>{row.place}</bdi>
                {' · '}
              </>
            )}
            <bdi dir="ltr">{formatMoment(row.startedAt)}</bdi>
            {row.ownerName && (
              <>
                {' · '}
                <Trans>
                  Owner: <bdi>{row.ownerName}</bdi>
                </Trans>
              </>
            )}
          </Text>
          <Row wrap gap={2}>
            <SeverityBadge tone={stateWords[row.state].tone}>
              {i18n._(stateWords[row.state].label)}
            </SeverityBadge>
            <SeverityBadge tone={severityWords[row.severity].tone}>
              {i18n._(severityWords[row.severity].label)}
            </SeverityBadge>
            <SeverityBadge tone={kindWords[row.kind].tone}>{i18n._(kindWords[row.kind].label)}</SeverityBadge>
            {running && (
              <Text size="small" tone="ink-2">
                <Elapsed since={row.startedAt} />
              </Text>
            )}
            {stale !== undefined && <StaleBadge at={stale} />}
          </Row>
        </Stack>
        <Row wrap gap={2}>
          <EmergencyLinks row={row} entries={log.entries} />
          <ActionButtons actions={actionsFor([row]).filter(({ id }) => id in emergency.commands)} />
        </Row>
      </Row>
    </>
  )
}
