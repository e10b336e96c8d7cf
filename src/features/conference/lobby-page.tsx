// The lobby: rooms of the own company in which somebody is now, and some of them opened side by side.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { runningConferences } from '../../contract/endpoints/conference.ts'
import { conferencePermissions, conferenceRoom } from '../../domain/conference/conference.ts'
import { permissionFor } from '../../domain/entity.ts'
import { sendRequest } from '../../platform/http.ts'
import { showPageTitle } from '../../platform/page-title.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Column, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Empty, ErrorState, Forbidden, Loading } from '../../ui/states.tsx'
import { createRoom, type RoomPorts } from './room.driver.ts'
import { Frame } from './room-page.tsx'
import { RoomPanel } from './room-panel.tsx'
import { useLeavingPage } from './use-leaving-page.ts'

/** Rooms side by side: more of them would be too small to see anybody in. */
const MOST_OPEN = { desktop: 4, tablet: 2, phone: 1 } as const
/** Who is in which room changes by itself. */
const AGAIN_MS = 5_000

export interface LobbyPageProps {
  ports: RoomPorts
  guestAddress: (code: string) => string
  onBack: () => void
  /** Opens a room on a page of its own. */
  onRoom: (roomId?: string) => void
  onBusy?: (busy: boolean) => void
  /** The rooms that are kept, instead of those that run. */
  kept?: ReactNode
}

type Running = Awaited<ReturnType<typeof fetchRunning>>[number]

const fetchRunning = (signal: AbortSignal) => sendRequest(runningConferences, {}, { signal })

export function LobbyPage({ ports, guestAddress, onBack, onRoom, onBusy, kept }: LobbyPageProps) {
  const { t, i18n } = useLingui()
  const rights = useRights()
  const may = rights(conferencePermissions.join)
  const online = useOnline()
  const locale = useIntlLocale()
  const screen = useScreen()
  const [open, setOpen] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string>()
  const title = t({ message: 'Rooms', context: 'conference' })
  useEffect(() => showPageTitle(title), [title])
  const busy = open.length > 0
  useEffect(() => {
    if (!busy || !onBusy) return
    onBusy(true)
    return () => onBusy(false)
  }, [busy, onBusy])
  const running = useQuery({
    queryKey: ['runningConferences'],
    queryFn: ({ signal }) => fetchRunning(signal),
    refetchInterval: AGAIN_MS,
    enabled: may,
  })
  if (!may)
    return (
      <Frame onBack={onBack}>
        <Forbidden />
      </Frame>
    )
  const most = MOST_OPEN[screen]
  const enter = (roomId: string) => {
    // On a phone a room has the whole page.
    if (most === 1) return onRoom(roomId)
    setOpen(rooms => (rooms.includes(roomId) ? rooms : [...rooms, roomId]))
    setChosen(roomId)
  }
  const shut = (roomId: string) => {
    setOpen(rooms => rooms.filter(each => each !== roomId))
    setChosen(now => (now === roomId ? undefined : now))
  }
  const list = (
    <RunningList
      rooms={running.data}
      problem={running.error ? i18n._(wordsForError(running.error)) : undefined}
      onRetry={() => void running.refetch()}
      busy={running.isFetching}
      open={open}
      full={open.length >= most && most > 1}
      disabled={!online}
      onEnter={enter}
    />
  )
  return (
    <Column ground="canvas" h="100dvh">
      <Row as="header" rigid wrap gap={2} padX={4} padY={2} ground="surface" edgeBelow atLeast="tile">
        <IconButton icon="back" label={t`Go to the console`} onClick={onBack} />
        <Text as="h1" size="section" strong grow shrink clip>
          {title}
          {running.data && (
            <Text tone="ink-3" plain>
              {' '}
              {numberFormat(locale).format(running.data.length)}
            </Text>
          )}
        </Text>
        <Button disabled={!online} leftSection={<Icon name="plus" size={16} />} onClick={() => onRoom()}>
          <Trans context="conference">Join room</Trans>
        </Button>
      </Row>
      {!online && (
        <Row as="p" gap={2} padX={4} padY={2} soft="warning" role="status">
          <Icon name="wifi-off" size={18} />
          <Trans>No connection to the server</Trans>
        </Row>
      )}
      {open.length === 0 && rights(permissionFor(conferenceRoom, 'read')) && (
        <LobbyTabs current={kept ? 'kept' : 'running'} />
      )}
      {kept ? (
        <Column as="main" grow shrinkDown scroll="y">
          {kept}
        </Column>
      ) : open.length === 0 ? (
        <Box as="main" grow shrinkDown scroll="y" pad={4}>
          {list}
        </Box>
      ) : (
        <Row as="main" align="stretch" grow shrinkDown>
          <Box w={screen === 'desktop' ? 300 : 220} rigid edgeEnd pad={3} scroll="y">
            {list}
          </Box>
          <Stack
            grow
            shrink
            gap={3}
            pad={3}
            cols={`repeat(${open.length > 1 ? 2 : 1}, minmax(0, 1fr))`}
            style={{ gridAutoRows: 'minmax(0, 1fr)' }}
          >
            {open.map(roomId => (
              <OpenRoom
                key={roomId}
                roomId={roomId}
                ports={ports}
                guestAddress={guestAddress}
                chosen={chosen === roomId || open.length === 1}
                onChoose={() => setChosen(roomId)}
                onShut={() => shut(roomId)}
              />
            ))}
          </Stack>
        </Row>
      )}
    </Column>
  )
}

/** A company keeps rooms of its own; whoever may see them finds them beside those that run. */
function LobbyTabs({ current }: { current: 'running' | 'kept' }) {
  const { t } = useLingui()
  return (
    <PageTabs
      label={t({ message: 'Rooms', context: 'conference' })}
      current={current}
      tabs={[
        {
          id: 'running',
          label: t({ message: 'Running rooms', context: 'conference' }),
          address: '/moreRoom',
          icon: 'grid',
        },
        {
          id: 'kept',
          label: t({ message: 'Kept rooms', context: 'conference' }),
          address: '/moreRoom?view=kept',
          icon: 'users',
        },
      ]}
    />
  )
}

interface OpenRoomProps {
  roomId: string
  ports: RoomPorts
  guestAddress: (code: string) => string
  /** The keys are meant for this one. */
  chosen: boolean
  onChoose: () => void
  onShut: () => void
}

function OpenRoom({ roomId, ports, guestAddress, chosen, onChoose, onShut }: OpenRoomProps) {
  const { t } = useLingui()
  const [driver] = useState(() => createRoom(ports, { voiceOnly: false }))
  const view = useSyncExternalStore(driver.subscribe, driver.read)
  useLeavingPage(driver)
  // Who speaks in one room is not heard in the others: the microphone goes with the chosen one.
  const speaks = view.own.wants.audio
  useEffect(() => {
    if (!chosen && speaks) driver.press('audio')
  }, [chosen, speaks, driver])
  return (
    <div
      className={look({ shrink: true, shrinkDown: true, round: 'card', outlined: chosen })}
      onFocusCapture={onChoose}
      onPointerDownCapture={onChoose}
    >
      <RoomPanel
        as="section"
        compact
        hasKeys={chosen}
        driver={driver}
        view={view}
        title={t({ message: `Room ${roomId}`, context: 'conference' })}
        first={roomId}
        now={ports.serverNow}
        guestAddress={guestAddress}
      >
        <IconButton
          icon="close"
          label={t({ message: `Close room ${roomId}`, context: 'conference' })}
          onClick={onShut}
        />
      </RoomPanel>
    </div>
  )
}

interface RunningListProps {
  rooms: readonly Running[] | undefined
  problem: string | undefined
  onRetry: () => void
  busy: boolean
  open: readonly string[]
  full: boolean
  disabled: boolean
  onEnter: (roomId: string) => void
}

function RunningList({ rooms, problem, onRetry, busy, open, full, disabled, onEnter }: RunningListProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  if (!rooms && problem) return <ErrorState what={problem} onRetry={onRetry} retrying={busy} />
  if (!rooms) return <Loading variant="cards" count={3} />
  if (rooms.length === 0)
    return (
      <Empty
        icon="users"
        title={t({ message: 'Nobody is in a room now', context: 'conference' })}
        why={t({ message: 'A room appears here as soon as somebody has joined it.', context: 'conference' })}
      />
    )
  const count = numberFormat(locale)
  return (
    <Stack gap={3}>
      {problem && (
        <Text as="p" tone="warning" size="small" role="status">
          {problem}
        </Text>
      )}
      {full && (
        <Text as="p" tone="ink-2" size="small" role="status">
          <Trans context="conference">No more rooms fit beside each other. Close one first.</Trans>
        </Text>
      )}
      <List stack gap={3} tiles="large" aria-label={t({ message: 'Running rooms', context: 'conference' })}>
        {rooms.map(room => (
          <Stack as="li" card gap={2} key={room.roomId} content="start">
            <Row gap={2} wrap>
              <Text as="h2" size="section" strong breaks>
                <bdi>{room.displayName || room.roomId}</bdi>
              </Text>
              {room.recordingSince !== null && (
                <SeverityBadge tone="critical" icon="record">
                  <Trans>Recording</Trans>
                </SeverityBadge>
              )}
              {room.locked && (
                <SeverityBadge tone="off" icon="lock">
                  <Trans context="conference">With a password</Trans>
                </SeverityBadge>
              )}
            </Row>
            <Text tone="ink-2" size="small">
              <Trans context="conference">
                Room number <bdi dir="ltr">{room.roomId}</bdi>
              </Trans>
              {' · '}
              <Age at={room.since} />
            </Text>
            <Row justify="between" gap={2} wrap>
              <Text>
                <bdi dir="ltr">
                  {count.format(room.participants)} / {count.format(room.capacity)}
                </bdi>{' '}
                <Plural value={room.participants} one="participant" other="participants" />
              </Text>
              <Button
                size="sm"
                variant="default"
                disabled={disabled || open.includes(room.roomId) || full}
                aria-label={
                  open.includes(room.roomId)
                    ? undefined
                    : t({ message: `Join room ${room.roomId}`, context: 'conference' })
                }
                onClick={() => onEnter(room.roomId)}
              >
                {open.includes(room.roomId) ? (
                  <Trans context="conference">Open here</Trans>
                ) : (
                  <Trans context="conference">Join</Trans>
                )}
              </Button>
            </Row>
          </Stack>
        ))}
      </List>
    </Stack>
  )
}
