// The head of a room: its name and number, how many are in, whether it is recorded, how the line is, the whole screen.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { takeLostFocus } from '../../ui/arrival-focus.ts'
import { useFullScreen } from '../../ui/full-screen.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Inline, Row, Text } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import type { RoomView } from './room.driver.ts'
import { formatTimer, useNow } from './room-clock.ts'

export interface RoomHeaderProps {
  title: ReactNode
  view: RoomView
  now: () => number
  /** One of several rooms on the page. */
  compact?: boolean
  /** Back to the console; absent for guests, who have none. */
  onBack?: (() => void) | undefined
  onLobby?: (() => void) | undefined
  /** Opens the list of participants where it has no room of its own. */
  onPeople?: (() => void) | undefined
  /** What else stands at its end. */
  children?: ReactNode
}

export function RoomHeader({
  title,
  view,
  now,
  compact = false,
  onBack,
  onLobby,
  onPeople,
  children,
}: RoomHeaderProps) {
  const { t } = useLingui()
  const screen = useScreen()
  const narrow = compact || screen === 'phone'
  const fullScreen = useFullScreen()
  const { session, members, recording } = view
  const inside = session.is === 'in'
  const count = members.list.length
  const waiting = view.waiting.length
  return (
    <Row as="header" gap={2} padX={narrow ? 2 : 4} padY={2} ground="surface" edgeBelow atLeast="tile">
      {onBack && <IconButton icon="back" label={t`Go to the console`} onClick={onBack} />}
      <Row gap={2} grow shrink columnGap={3}>
        <Text
          as={compact ? 'h2' : 'h1'}
          ref={compact ? undefined : takeLostFocus}
          size={narrow ? 'body' : 'section'}
          strong
          clip
          shrink
          noRing
          tabIndex={-1}
        >
          <bdi>{view.room?.displayName || title}</bdi>
        </Text>
        {'roomId' in session && !(narrow && view.room) && (
          <Text tone="ink-2" nowrap rigid>
            <Trans context="conference">
              Room number <bdi dir="ltr">{session.roomId}</bdi>
            </Trans>
          </Text>
        )}
        {inside && !onPeople && (
          <Inline gap={2} padX={3} atLeast="chip" edge="line" round="full" tone="ink-2" size="small" rigid>
            <Icon name="users" size={16} />
            <Plural value={count} one="# person" other="# people" />
          </Inline>
        )}
        {recording.is === 'recording' && <Recording since={recording.since} now={now} short={narrow} />}
      </Row>
      <Row gap={2} rigid>
        {inside && !narrow && <Connection back={session.back} />}
        {children}
        {onPeople && (
          <HeadButton
            icon="users"
            narrow={narrow}
            label={t({ message: `Participants: ${count}`, context: 'conference' })}
            onPress={onPeople}
            count={count}
            waits={waiting > 0}
          />
        )}
        {/* On a phone the name of the room needs the width. */}
        {onLobby && screen !== 'phone' && (
          <HeadButton
            icon="grid"
            narrow={narrow || screen !== 'desktop'}
            label={t({ message: 'More rooms', context: 'conference' })}
            onPress={onLobby}
          />
        )}
        {!narrow && fullScreen && (
          <HeadButton
            icon={fullScreen.on ? 'shrink' : 'expand'}
            narrow={narrow}
            label={fullScreen.on ? t({ message: 'Exit', context: 'full screen' }) : t`Full screen`}
            onPress={fullScreen.toggle}
          />
        )}
      </Row>
    </Row>
  )
}

function Recording({ since, now, short }: { since: number; now: () => number; short: boolean }) {
  const { t } = useLingui()
  const at = useNow(now)
  return (
    <Inline gap={2} padX={3} atLeast="chip" round="full" soft="critical" strong size="small" rigid>
      <Icon name="record" size={16} {...(short && { label: t`Recording` })} />
      {!short && <Trans>Recording</Trans>}
      <bdi dir="ltr">{formatTimer(at - since)}</bdi>
    </Inline>
  )
}

function Connection({ back }: { back: boolean }) {
  return (
    <Inline
      gap={2}
      padX={3}
      atLeast="chip"
      round="full"
      soft={back ? 'warning' : 'ok'}
      strong
      size="small"
      role="status"
    >
      {back ? <Trans>Reconnecting…</Trans> : <Trans context="call">Connected</Trans>}
    </Inline>
  )
}

interface HeadButtonProps {
  icon: IconName
  label: string
  narrow: boolean
  onPress: () => void
  count?: number
  /** Somebody waits there. */
  waits?: boolean
}

function HeadButton({ icon, label, narrow, onPress, count, waits = false }: HeadButtonProps) {
  if (narrow && count === undefined)
    return <IconButton icon={icon} label={label} bordered onClick={onPress} />
  return (
    <Button
      size="sm"
      variant={waits ? 'filled' : 'default'}
      leftSection={<Icon name={icon} size={16} />}
      aria-label={label}
      onClick={onPress}
    >
      {count ?? label}
    </Button>
  )
}
