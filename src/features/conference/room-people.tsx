// Who is in the room: guests before the door and raised hands first, then everybody with sound and picture, then who is
// being rung; at the foot how good the line is.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { inOrder } from '../../domain/conference/members.ts'
import {
  type RingingMember,
  type RoomMember,
  SELF,
  type WaitingGuest,
} from '../../platform/conference/port.ts'
import { Age } from '../../ui/age.tsx'
import { Face } from '../../ui/face.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Column, Inline, List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatSpan, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { MenuAction } from '../../ui/menu-action.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { SignalBars } from '../../ui/signal-bars.tsx'
import type { RoomDriver, RoomView } from './room.driver.ts'
import { useNow } from './room-clock.ts'
import { bitRate, Sound } from './room-tile.tsx'
import { lineBars, lineTones, lineWords } from './room-words.ts'

export interface RoomPeopleProps {
  driver: RoomDriver
  view: RoomView
  now: () => number
  /** Absent where one may not ring anybody in. */
  onRing?: (() => void) | undefined
  /** Stops ringing somebody. */
  onCallOff?: ((key: string) => void) | undefined
  /** On a narrow screen the list lies over the pictures. */
  onClose?: (() => void) | undefined
}

export function RoomPeople({ driver, view, now, onRing, onCallOff, onClose }: RoomPeopleProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { members, room, waiting, ringing, own } = view
  const { hands, rest } = inOrder(members.list)
  const host = room?.host ?? false
  const count = numberFormat(locale)
  const row = (member: RoomMember) => (
    <Person
      key={member.key}
      driver={driver}
      member={member}
      host={host}
      voiceOnly={own.voiceOnly}
      pinned={members.pinned === member.key}
      loss={view.pictures.get(member.key)?.lossPercent ?? 0}
      now={now}
    />
  )
  return (
    <Column as="section" tall shrinkDown ground="surface" aria-label={t`Participants`}>
      <Row wrap gap={2} padX={4} padY={3} edgeBelow justify="between">
        <SectionTitle>
          <Trans>Participants</Trans>{' '}
          <Text tone="ink-2" plain>
            {count.format(members.list.length)}
            {room && ` / ${count.format(room.capacity)}`}
          </Text>
        </SectionTitle>
        <Row gap={1}>
          {onRing && (
            <Button size="xs" variant="default" leftSection={<Icon name="plus" size={16} />} onClick={onRing}>
              <Trans>Call in</Trans>
            </Button>
          )}
          {onClose && <IconButton icon="close" label={t`Close`} onClick={onClose} />}
        </Row>
      </Row>
      {/* Scrolls by keys too: what is in it may all be out of reach of them. */}
      <Box
        grow
        shrinkDown
        scroll="y"
        padBelow={4}
        tabIndex={0}
        role="region"
        aria-label={t`List of participants`}
      >
        {waiting.length > 0 && (
          <Part title={<Trans context="conference">Waiting to enter</Trans>}>
            {waiting.map(guest => (
              <Waiting key={guest.key} guest={guest} driver={driver} host={host} />
            ))}
          </Part>
        )}
        {hands.length > 0 && <Part title={<Trans>Raised hands</Trans>}>{hands.map(row)}</Part>}
        {rest.length > 0 && (
          <Part title={<Trans context="conference">In the room</Trans>}>{rest.map(row)}</Part>
        )}
        {members.list.length === 0 && (
          <Text as="p" pad={4} tone="ink-2">
            <Trans>No users</Trans>
          </Text>
        )}
        {ringing.length > 0 && (
          <Part title={<Trans>Being called</Trans>}>
            {ringing.map(each => (
              <Ringing key={each.key} member={each} now={now} onCallOff={onCallOff} />
            ))}
          </Part>
        )}
      </Box>
      {view.health && (
        <Stack gap={1} padX={4} padY={3} edgeAbove size="small">
          <Row gap={2} justify="between" wrap>
            <Inline gap={2} strong tone={lineTones[view.health.level]}>
              <SignalBars strength={lineBars[view.health.level]} online />
              <LineLevel level={view.health.level} />
            </Inline>
            <Text size="caption" tone="ink-2">
              {view.health.roundTripMs !== null && (
                <>
                  <Trans>{Math.round(view.health.roundTripMs)} ms there and back</Trans>
                  {' · '}
                </>
              )}
              <Trans>{bitRate(view.health.downBitsPerSecond, locale)} down</Trans>
            </Text>
          </Row>
          {view.health.level !== 'good' && (
            <Text size="caption" tone="ink-2">
              <Trans>Small pictures are reduced first; the sound goes on.</Trans>
            </Text>
          )}
        </Stack>
      )}
    </Column>
  )
}

function LineLevel({ level }: { level: keyof typeof lineWords }) {
  const { i18n } = useLingui()
  return <span>{i18n._(lineWords[level])}</span>
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <>
      <Text as="h3" size="caption" plain tone="ink-2" padX={4} padAbove={4} padBelow={2}>
        {title}
      </Text>
      <List>{children}</List>
    </>
  )
}

interface LineProps {
  name: string
  below: ReactNode
  badges?: ReactNode
  /** What can be done. */
  children?: ReactNode
  urgent?: boolean
}

function Line({ name, below, badges, children, urgent = false }: LineProps) {
  return (
    <Row
      as="li"
      wrap
      gap={2}
      columnGap={3}
      padX={4}
      padY={2}
      ground={urgent ? 'attention-soft' : undefined}
      atLeast="tile"
    >
      <Face name={name} size="small" />
      <Stack gap={0} grows="small" shrink>
        <Row gap={1} wrap>
          <Text as="bdi" strong breaks>
            {name}
          </Text>
          {badges}
        </Row>
        <Text size="caption" tone="ink-2" breaks>
          {below}
        </Text>
      </Stack>
      {children}
    </Row>
  )
}

function Waiting({
  guest,
  driver,
  host,
}: {
  guest: WaitingGuest
  driver: Pick<RoomDriver, 'admit'>
  host: boolean
}) {
  const { t } = useLingui()
  const { key, displayName } = guest
  return (
    <Line
      urgent
      name={displayName}
      below={
        <>
          {guest.is === 'guest' ? <Trans>By a guest link</Trans> : <Trans>Colleague</Trans>}
          {' · '}
          <Age at={guest.since} />
        </>
      }
    >
      {host && (
        <Row gap={2} rigid pushed>
          <Button
            size="xs"
            variant="default"
            aria-label={t`Turn away ${displayName}`}
            onClick={() => driver.admit(key, false)}
          >
            <Trans>Turn away</Trans>
          </Button>
          <Button size="xs" aria-label={t`Admit ${displayName}`} onClick={() => driver.admit(key, true)}>
            <Trans>Admit</Trans>
          </Button>
        </Row>
      )}
    </Line>
  )
}

function Ringing({
  member,
  now,
  onCallOff,
}: {
  member: RingingMember
  now: () => number
  onCallOff: RoomPeopleProps['onCallOff']
}) {
  const { t } = useLingui()
  const { displayName: name } = member
  const at = useNow(now)
  const left = Math.max(0, Math.ceil((member.until - at) / 1000))
  return (
    <Line
      name={member.displayName}
      below={
        <>
          {member.imei && <bdi dir="ltr">{member.imei} · </bdi>}
          <Trans>
            rings for another <bdi dir="ltr">{formatSpan(left)}</bdi>
          </Trans>
        </>
      }
    >
      {onCallOff && (
        <IconButton icon="phone-off" label={t`Stop calling ${name}`} onClick={() => onCallOff(member.key)} />
      )}
    </Line>
  )
}

interface PersonProps {
  driver: RoomDriver
  member: RoomMember
  host: boolean
  voiceOnly: boolean
  pinned: boolean
  loss: number
  now: () => number
}

/** From so much loss on it is said. */
const NOTED_LOSS_PERCENT = 2

function Person({ driver, member, host, voiceOnly, pinned, loss, now }: PersonProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { key, displayName } = member
  const self = key === SELF
  const percent = numberFormat(locale, { style: 'percent' }).format(loss / 100)
  const name = self ? t({ message: `${displayName} (you)`, context: 'conference' }) : displayName
  return (
    <Line
      name={name}
      badges={
        <>
          {member.host && (
            <SeverityBadge tone="info">
              <Trans>Host</Trans>
            </SeverityBadge>
          )}
          {member.handSince !== null && <HandTime since={member.handSince} now={now} />}
        </>
      }
      below={
        <>
          {member.is === 'device' ? (
            <>
              <Trans>Device</Trans> {member.imei && <bdi dir="ltr">{member.imei}</bdi>}
            </>
          ) : member.is === 'guest' ? (
            <Trans context="conference">Guest</Trans>
          ) : (
            <Trans>Colleague</Trans>
          )}
          {!member.isAudio && !member.isVideo && (
            <>
              {' · '}
              <Trans>listens only</Trans>
            </>
          )}
          {loss >= NOTED_LOSS_PERCENT && (
            <>
              {' · '}
              <Trans>{percent} lost</Trans>
            </>
          )}
        </>
      }
    >
      <Row gap={1} rigid pushed>
        {!self && host && member.handSince !== null && !member.isAudio && (
          <Button size="xs" variant="default" onClick={() => driver.ask(key, 'audio')}>
            <Trans>Ask to speak</Trans>
          </Button>
        )}
        {!self && !voiceOnly && !member.subscribe && (
          <Button
            size="xs"
            variant="default"
            aria-label={t`Subscribe to the picture of ${displayName}`}
            onClick={() => driver.subscribeTo(key, true)}
          >
            <Trans>Subscribe</Trans>
          </Button>
        )}
        <Sound member={member} />
        {!voiceOnly && <Picture member={member} />}
        {!self && <More driver={driver} member={member} host={host} voiceOnly={voiceOnly} pinned={pinned} />}
      </Row>
    </Line>
  )
}

function HandTime({ since, now }: { since: number; now: () => number }) {
  const { t } = useLingui()
  const at = useNow(now)
  return (
    <SeverityBadge tone="attention" icon="hand">
      <span className="gh-hidden">{t`Hand raised`} </span>
      <bdi dir="ltr">{formatSpan((at - since) / 1000)}</bdi>
    </SeverityBadge>
  )
}

function Picture({ member }: { member: RoomMember }) {
  const { t } = useLingui()
  return (
    <Text tone={member.isVideo || member.screen ? 'ink-2' : 'ink-3'} rigid>
      {member.screen ? (
        <Icon name="share-screen" size={16} label={t`Shares a screen`} />
      ) : (
        <Icon
          name={member.isVideo ? 'video' : 'video-off'}
          size={16}
          label={member.isVideo ? t`Camera on` : t`Camera off`}
        />
      )}
    </Text>
  )
}

function More({
  driver,
  member,
  host,
  voiceOnly,
  pinned,
}: Pick<PersonProps, 'driver' | 'member' | 'host' | 'voiceOnly' | 'pinned'>) {
  const { t } = useLingui()
  const { key, displayName } = member
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton icon="more" label={t`More about ${displayName}`} />
      </Menu.Target>
      <Menu.Dropdown>
        {!voiceOnly && (
          <>
            <MenuAction
              icon={pinned ? 'shrink' : 'expand'}
              label={pinned ? t`Follow the speaker` : t`Keep large`}
              onRun={() => driver.pin(pinned ? undefined : key)}
            />
            <MenuAction icon="refresh" label={t`Refresh`} onRun={() => driver.refresh(key)} />
            {member.subscribe && (
              <MenuAction
                icon="eye-off"
                label={t`Unsubscribe`}
                onRun={() => driver.subscribeTo(key, false)}
              />
            )}
          </>
        )}
        {host && (
          <>
            {!member.isAudio && (
              <MenuAction
                icon="mic"
                label={t`Ask to turn the microphone on`}
                onRun={() => driver.ask(key, 'audio')}
              />
            )}
            {!voiceOnly && !member.isVideo && (
              <MenuAction
                icon="video"
                label={t`Ask to turn the camera on`}
                onRun={() => driver.ask(key, 'video')}
              />
            )}
            <MenuAction
              icon="logout"
              critical
              label={t({ message: 'Remove from the room', context: 'conference' })}
              onRun={() => driver.remove(key)}
            />
          </>
        )}
        {voiceOnly && !host && (
          <MenuAction icon="refresh" label={t`Refresh`} onRun={() => driver.refresh(key)} />
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
