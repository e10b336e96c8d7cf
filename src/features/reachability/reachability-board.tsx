// The board: everybody who hears of SOS or calls, over which channels they are reached, and when that was last proven.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { reachability } from '../../contract/endpoints/push.ts'
import {
  leastReachableFirst,
  type Reachability,
  reachabilityOf,
  silentOf,
} from '../../domain/notice/reachability.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { type BadgeTone, SeverityBadge } from '../../ui/severity-badge.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { ChannelName, ChannelTest } from './channel-trial.tsx'
import { Proof } from './proof.tsx'
import css from './reachability.module.css'
import { boardOptions } from './reachability-query.ts'

type Board = z.output<typeof reachability.response>
type Person = Board['people'][number]
type Channel = Person['channels'][number]

const badges: Record<Reachability, { tone: BadgeTone; label: ReturnType<typeof msg> }> = {
  reached: { tone: 'ok', label: msg`Reached` },
  doubtful: { tone: 'attention', label: msg`Not verified` },
  failing: { tone: 'critical', label: msg`Failing` },
  none: { tone: 'critical', label: msg`Not reached` },
}

const tones: Record<Channel['state'], BadgeTone> = {
  connected: 'ok',
  proven: 'ok',
  unproven: 'attention',
  failing: 'critical',
  none: 'off',
}

export function ReachabilityBoard() {
  const { i18n } = useLingui()
  const may = useRights()
  const online = useOnline()
  const { data, error, refetch, dataUpdatedAt, isFetching } = useQuery({
    ...boardOptions(),
    enabled: may('notice.board'),
  })
  if (!may('notice.board')) return <Forbidden />
  if (!data) {
    if (!error && online) return <Loading variant="list" count={6} />
    return (
      <ErrorState
        what={online ? i18n._(wordsForError(error)) : <Trans>No connection to the server</Trans>}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  const people = leastReachableFirst(data.people)
  const lost = people.filter(({ channels }) => reachabilityOf(channels) !== 'reached').length
  return (
    <Stack gap={5} className={css.panel}>
      {(!online || error) && <StaleBadge at={dataUpdatedAt} />}
      <ServiceNote service={data.pushService} subscribed={people.some(hasBrowser)} />
      {people.length === 0 ? (
        <Empty
          icon="users"
          title={<Trans>Nobody receives SOS or calls</Trans>}
          why={<Trans>No role of your company that people hold includes alarms or calls.</Trans>}
        />
      ) : (
        <>
          <Text as="p" size="section" strong>
            {lost === 0 ? (
              <Trans>Everybody is reached.</Trans>
            ) : (
              <Plural
                value={lost}
                one={`# of ${people.length} people may not be reached`}
                other={`# of ${people.length} people may not be reached`}
              />
            )}
          </Text>
          <List stack gap={2}>
            {people.map(person => (
              <PersonLine key={person.userId} person={person} />
            ))}
          </List>
          {may('alarmText.read') && (
            <a className={look({ at: 'start', tone: 'accent' })} href="#/AlarmHistory?tab=texts">
              <Trans>What became of the text messages of alarms</Trans>
            </a>
          )}
        </>
      )}
      <Walls walls={data.walls} />
    </Stack>
  )
}

function Walls({ walls }: Pick<Board, 'walls'>) {
  if (walls.length === 0) return null
  const silent = silentOf(walls).length
  return (
    <Stack gap={2}>
      <Text as="h3" size="section" strong>
        {silent === 0 ? (
          <Trans>Every wall shows its scenes.</Trans>
        ) : (
          <Plural
            value={silent}
            one={`# of ${walls.length} walls may be dark`}
            other={`# of ${walls.length} walls may be dark`}
          />
        )}
      </Text>
      <List stack gap={2}>
        {walls.map(({ id, name, state, seenAt }) => (
          <Row as="li" key={id} wrap justify="between" gap={2} pad={3} edge="line" round="card">
            <Text as="bdi" strong>
              {name}
            </Text>
            <SeverityBadge tone={state === 'silent' ? 'critical' : 'ok'}>
              {state === 'silent' ? <Trans>Not heard of</Trans> : <Trans>Connected now</Trans>}
            </SeverityBadge>
            {state === 'silent' && (
              <Text size="caption" tone="ink-2">
                {seenAt === null ? (
                  <Trans>It was paired and has not shown anything yet</Trans>
                ) : (
                  <Trans>
                    Last heard of <Age at={seenAt} />
                  </Trans>
                )}
              </Text>
            )}
          </Row>
        ))}
      </List>
    </Stack>
  )
}

/** Whether anything could be pushed to the person. */
const hasBrowser = ({ channels }: Person): boolean =>
  channels.some(({ channel, state }) => channel === 'push' && state !== 'none')

interface ServiceNoteProps {
  service: Board['pushService']
  /** Whether anybody has a browser to which a test can be sent. */
  subscribed: boolean
}

function ServiceNote({ service, subscribed }: ServiceNoteProps) {
  if (service === 'reached') return null
  if (service === 'unreachable')
    return (
      <Row align="stretch" gap={2} pad={3} ground="warning-soft" round="card" tone="ink" role="status">
        <Icon name="wifi-off" />
        <p>
          <Trans>
            The server reaches no push service, so only open consoles are notified. It must be allowed to
            connect to the internet over https.
          </Trans>
        </p>
      </Row>
    )
  return (
    <Row align="stretch" gap={2} pad={3} ground="info-soft" round="card" tone="ink" role="status">
      <Icon name="info" />
      <p>
        {subscribed ? (
          <Trans>Nothing was sent in the last day, so it is not known whether push works. Send a test.</Trans>
        ) : (
          <Trans>
            Nobody has switched push on yet. Each person does it in their own browser, under “Notifications on
            this device”.
          </Trans>
        )}
      </p>
    </Row>
  )
}

function PersonLine({ person }: { person: Person }) {
  const { i18n } = useLingui()
  const { userId, name, departmentName, hears, channels } = person
  const badge = badges[reachabilityOf(channels)]
  return (
    <Stack as="li" gap={2} pad={3} edge="line" round="card" breaks>
      <Row justify="between" gap={2} className={css.first}>
        <Text shrink>
          <Text as="bdi" strong className={css.name}>
            {name}
          </Text>
          <Text size="caption" tone="ink-2">
            {departmentName && <bdi>{departmentName}</bdi>}
            {departmentName && ' · '}
            <Hears hears={hears} />
          </Text>
        </Text>
        <SeverityBadge tone={badge.tone}>{i18n._(badge.label)}</SeverityBadge>
      </Row>
      <List stack gap={2}>
        {channels.map((channel, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: channels of a person have no identity on the wire
          <Row as="li" key={at} wrap gap={1} columnGap={2}>
            <ChannelName channel={channel.channel} label={channel.label} />
            <SeverityBadge tone={tones[channel.state]}>
              <StateWord channel={channel} />
            </SeverityBadge>
            {(channel.channel === 'push' ? channel.state !== 'none' : channel.lastProvenAt !== null) &&
              channel.state !== 'connected' && <Proof failure={channel.failure} at={channel.lastProvenAt} />}
          </Row>
        ))}
      </List>
      {/* A test only makes sense for who has a browser that gets push messages. */}
      {hasBrowser(person) && <ChannelTest userId={userId} name={name} />}
    </Stack>
  )
}

function Hears({ hears }: { hears: Person['hears'] }) {
  const [sos, calls] = [hears.includes('sos'), hears.includes('call')]
  if (sos && calls) return <Trans>receives SOS and calls</Trans>
  return sos ? <Trans>receives SOS</Trans> : <Trans>receives calls</Trans>
}

function StateWord({ channel: { channel, state } }: { channel: Channel }) {
  switch (state) {
    case 'connected':
      return <Trans>Connected now</Trans>
    case 'proven':
      return <Trans>Verified</Trans>
    case 'unproven':
      return <Trans>Not verified</Trans>
    case 'failing':
      return <Trans>Failing</Trans>
    case 'none':
      return channel === 'console' ? <Trans>Not connected now</Trans> : <Trans>No browser subscribed</Trans>
  }
}
