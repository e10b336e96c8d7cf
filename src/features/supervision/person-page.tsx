// One monitored person: what is the matter now, then device, conditions, term, and who they are.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { dayIn } from '../../domain/site/calendar-day.ts'
import { termOn } from '../../domain/supervision/judge-condition.ts'
import { monitoredPerson } from '../../domain/supervision/monitored-person.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import type { ListAddress } from '../../resource/list-search.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { tenantZone } from '../../resource/zone.ts'
import { Age } from '../../ui/age.tsx'
import { Battery } from '../../ui/battery.tsx'
import { Face } from '../../ui/face.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { Conditions } from './conditions.tsx'
import { IncidentList } from './incident-list.tsx'
import { monitoredPersonView } from './monitored-person.view.tsx'
import type { Person } from './person.ts'
import type { PersonSearch } from './person-search.ts'
import { RecordSection } from './record-section.tsx'
import { authorisationView, newConditionView, permitView, wearingView } from './records.view.tsx'
import { Secrets } from './secrets.tsx'
import { StrapBadge } from './strap-badge.tsx'
import { levelWords, stateWords } from './supervision-words.ts'

const ASK_MS = 10_000

export function PersonPage({ search }: { search: PersonSearch }) {
  const { i18n, t } = useLingui()
  const change = useChangeSearch(search)
  const query = useQuery({
    ...rowOptions(monitoredPerson, search.id ?? 0),
    enabled: search.id !== undefined,
    refetchInterval: ASK_MS,
  })
  const address = useMemo<ListAddress>(() => {
    const set: ListAddress['set'] = ({ form }) => change({ form: form === 'new' ? undefined : form })
    return { search: { form: search.form }, change: set, set }
  }, [change, search.form])
  if (!query.data) {
    if (query.isError)
      return (
        <ErrorState page what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      )
    if (search.id !== undefined) return <Loading variant="detail" />
    return (
      <Empty
        page
        icon="ankle"
        title={t`No person is chosen`}
        why={t`Open a person from the list, or from a notice.`}
        action={
          <a className={look({ inline: true, touchable: true, tone: 'accent' })} href="#/regulatoryList">
            <Trans>Go to the monitored persons</Trans>
          </a>
        }
      />
    )
  }
  return (
    <ActionsProvider view={monitoredPersonView} onEdit={edited => address.change({ form: edited.id })}>
      <PersonScreen person={query.data} at={query.dataUpdatedAt} failed={query.isError} />
      <FormDrawer view={monitoredPersonView} address={address} />
    </ActionsProvider>
  )
}

function PersonScreen({ person, at, failed }: { person: Person; at: number; failed: boolean }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const router = useRouter()
  const { actionsFor } = useActions()
  const level = levelWords[person.level]
  const state = stateWords[person.state]
  return (
    <PageFrame scrolls>
      <Stack as="article" one gap={4} padBelow={5} atMost="page">
        <Box as="header" row wrap align="start" gap={3} columnGap={4}>
          <IconButton
            icon="back"
            label={t`Back`}
            onClick={() =>
              router.history.canGoBack() ? router.history.back() : router.history.replace('/regulatoryList')
            }
          />
          <Portrait person={person} />
          <Stack gap={2} shrink grows="large">
            <Text as="h1" size="title" strong breaks>
              <bdi>{person.name}</bdi>
            </Text>
            <Row wrap gap={2}>
              <StateMark shape={state.shape ?? 'offline'} label={i18n._(state.label)} />
              <SeverityBadge tone={level.tone ?? 'info'}>{i18n._(level.label)}</SeverityBadge>
              <Term person={person} />
              {(!online || failed) && <StaleBadge at={at} />}
            </Row>
          </Stack>
          <Row wrap gap={2}>
            <ActionButtons actions={actionsFor([{ ...person }])} />
          </Row>
        </Box>
        <Stack align="start" gap={4} cols="minmax(0, 1.5fr) minmax(300px, 1fr)" oneOnTablet>
          <Stack gap={4} shrink>
            <Section title={t`Incidents`}>
              <IncidentList personId={person.id} />
            </Section>
            <RecordSection view={newConditionView()} personId={person.id} none={null}>
              <Conditions personId={person.id} />
            </RecordSection>
            <RecordSection view={permitView} personId={person.id} none={t`No permit was given.`} />
          </Stack>
          <Stack gap={4} shrink>
            <Worn person={person} />
            <RecordSection
              view={authorisationView}
              personId={person.id}
              none={t`No authorisation was entered. Supervision cannot begin without one.`}
            />
            <Section title={t`Who it is`}>
              <Stack gap={3}>
                <Facts
                  facts={[
                    {
                      id: 'gender',
                      label: t`Gender`,
                      value: person.gender && (person.gender === 'male' ? t`Male` : t`Female`),
                    },
                    { id: 'height', label: t`Height`, value: person.height && `${person.height} cm` },
                    { id: 'weight', label: t`Weight`, value: person.weight && `${person.weight} kg` },
                    { id: 'nationality', label: t`Nationality`, value: person.nationality },
                    { id: 'supervisor', label: t`Supervisor`, value: person.supervisorName },
                    { id: 'guardian', label: t`Guardian`, value: person.guardianName },
                    { id: 'department', label: t`Department`, value: person.departmentName },
                    { id: 'term', label: t`Term`, value: `${person.startOn} – ${person.endOn}` },
                  ]}
                />
                <Secrets key={person.id} person={person} />
              </Stack>
            </Section>
            <RecordSection view={wearingView} personId={person.id} none={t`Nothing was worn yet.`} />
          </Stack>
        </Stack>
      </Stack>
    </PageFrame>
  )
}

/** So many days before its end a term is shown as one that somebody has to see to. */
const WARN_DAYS = 14

function Portrait({ person }: { person: Person }) {
  if (!person.photo) return <Face name={person.name} size="small" />
  return <Box as="img" src={person.photo} alt="" square={16} round="card" cover />
}

/** Until when the supervision is authorised, and that it no longer is. */
function Term({ person: { authorisedUntil } }: { person: Person }) {
  if (authorisedUntil === null)
    return (
      <SeverityBadge tone="attention">
        <Trans>Not authorised</Trans>
      </SeverityBadge>
    )
  const { left, expired } = termOn(dayIn(tenantZone(), serverNow()), authorisedUntil, null)
  if (expired)
    return (
      <SeverityBadge tone="critical">
        <Trans>Authorisation ran out on {authorisedUntil}</Trans>
      </SeverityBadge>
    )
  return (
    <Text size="small" tone={left <= WARN_DAYS ? 'warning' : 'ink-2'} strong={left <= WARN_DAYS}>
      <Trans>Authorised until {authorisedUntil}</Trans>
    </Text>
  )
}

function Worn({ person }: { person: Person }) {
  const { t } = useLingui()
  const link = look({ inline: true, gap: 2, touchable: true, tone: 'accent' })
  return (
    <Section title={t`Device`}>
      {person.imei === null ? (
        <Text as="p" tone="ink-2">
          <Trans>Nothing is worn. Hand over a device before supervision begins.</Trans>
        </Text>
      ) : (
        <Stack gap={3}>
          <Facts
            facts={[
              { id: 'name', label: t`Device`, value: person.deviceName },
              { id: 'strap', label: t`Strap`, value: <StrapBadge person={person} /> },
              { id: 'battery', label: t`Battery`, value: <Battery percent={person.battery ?? undefined} /> },
              {
                id: 'seen',
                label: t`Last seen`,
                value: person.lastMessageAt === null ? t`Never` : <Age at={person.lastMessageAt} />,
              },
              {
                id: 'checkIn',
                label: t`Last check-in`,
                value: person.lastCheckInAt !== null && <Age at={person.lastCheckInAt} />,
              },
            ]}
          />
          <Row wrap gap={4}>
            <a className={link} href={`#/locations_jf?imei=${person.imei}`}>
              <Icon name="pin" /> <Trans>On the map</Trans>
            </a>
            <a className={link} href={`#/Track_gps_jf?imei=${person.imei}`}>
              <Icon name="map" /> <Trans>Track</Trans>
            </a>
            <a className={link} href={`#/DeviceDtail?imei=${person.imei}`}>
              <Icon name="ankle" /> <Trans>Device page</Trans>
            </a>
          </Row>
        </Stack>
      )}
    </Section>
  )
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card as="section">
      <SectionTitle below={3}>{title}</SectionTitle>
      {children}
    </Card>
  )
}
