// One room on a page: before it, before its door, in it, and after it; with its dialogs and its keys.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uploadHeaderImage } from '../../contract/endpoints/file.ts'
import { conferencePermissions, FIRST_ROOM } from '../../domain/conference/conference.ts'
import type { RoomSession } from '../../domain/conference/session.ts'
import { permissionFor } from '../../domain/entity.ts'
import { photo } from '../../domain/media/photo.ts'
import { SELF } from '../../platform/conference/port.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { problemWords } from '../../resource/media-problem-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { useMediaProblem } from '../../resource/use-media-problem.ts'
import { takeLostFocus } from '../../ui/arrival-focus.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Box, Center, Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { JoinDialog } from './join-dialog.tsx'
import { RingDialog } from './ring-dialog.tsx'
import type { RoomDriver, RoomView } from './room.driver.ts'
import { Bar, RoomBars } from './room-bars.tsx'
import { formatTimer, useNow } from './room-clock.ts'
import { InfoDialog, LeaveDialog } from './room-dialogs.tsx'
import { FloorBoard, HeardAgain } from './room-floor.tsx'
import { RoomFooter, Talk } from './room-footer.tsx'
import { RoomHeader } from './room-header.tsx'
import { useRoomKeys } from './room-keys.ts'
import { RoomPeople } from './room-people.tsx'
import { RoomStage } from './room-stage.tsx'
import { announcement, callWords, endWords, faultWords, isFault, isFinal } from './room-words.ts'
import { stopCalling } from './stop-calling.ts'
import { useHeadset } from './use-headset.ts'

export interface RoomPanelProps {
  as: 'main' | 'section'
  driver: RoomDriver
  view: RoomView
  title: string
  /** Entered at once. */
  first?: string | undefined
  now: () => number
  guest?: boolean
  guestAddress: (code: string) => string
  /** One of several rooms on the page. */
  compact?: boolean
  /** Keys are meant for this one of several rooms. */
  hasKeys?: boolean
  onBack?: (() => void) | undefined
  onLobby?: (() => void) | undefined
  /** At the end of the head. */
  children?: ReactNode
}

type Dialog = 'join' | 'info' | 'ring' | 'leave'

export function RoomPanel(props: RoomPanelProps) {
  const { driver, view, title, first, now, compact = false, hasKeys = true } = props
  const { i18n, t } = useLingui()
  const screen = useScreen()
  const rights = useRights()
  const [dialog, setDialog] = useState<Dialog>()
  const [listOpen, setListOpen] = useState(false)
  const [triedPassword, setTriedPassword] = useState(false)
  const { session, own, room } = view
  const close = () => setDialog(undefined)
  const join = (roomId: string, password?: string) => {
    setTriedPassword(password !== undefined)
    void driver.join(roomId, { password }).then(() => {
      if (driver.read().session.is !== 'out') setDialog(undefined)
    })
  }
  // What the address asks for is done once; after that only the person's own presses count.
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    if (first) void driver.join(first)
    else setDialog('join')
  }, [driver, first])

  const inside = session.is === 'in' || session.is === 'leaving'
  const wide = screen === 'desktop' && !compact
  const needsPassword = session.is === 'over' && session.refusal?.id === 'conference.password'
  const wrongPassword = session.is === 'over' && session.why === 'password'
  const mayRing = !props.guest && inside && rights(conferencePermissions.call)
  const snaps = !props.guest && rights(permissionFor(photo, 'save')) && rights(uploadHeaderImage.access)
  const self = view.members.list[0]
  useRoomKeys(
    inside && hasKeys && dialog === undefined
      ? {
          hold: driver.hold,
          release: driver.release,
          letters: {
            m: () => driver.press('audio'),
            v: () => driver.press('video'),
            h: () => driver.raiseHand(self?.handSince == null),
            ...(!wide && { p: () => setListOpen(open => !open) }),
          },
        }
      : undefined,
  )
  useHeadset(inside && hasKeys && own.turn !== undefined ? () => driver.press('audio') : undefined)
  // While another host stays, the room is in good hands: only the last one is asked what becomes of it.
  const others = view.members.list.filter(({ key }) => key !== SELF)
  const leave = () => {
    if (room?.host && others.length > 0 && !others.some(({ host }) => host)) setDialog('leave')
    else driver.leave()
  }
  const people = (onClose?: () => void) => (
    <RoomPeople
      driver={driver}
      view={view}
      now={now}
      onRing={mayRing ? () => setDialog('ring') : undefined}
      onCallOff={mayRing && inside ? key => void stopCalling(session.roomId, key) : undefined}
      onClose={onClose}
    />
  )
  return (
    <Column
      as={props.as}
      ground="canvas"
      shrink
      shrinkDown
      {...(compact ? { tall: true, edge: 'line', round: 'card', hidden: true } : { h: '100dvh' })}
      aria-label={compact ? title : undefined}
      data-room={'roomId' in session ? session.roomId : undefined}
      data-session={session.is}
    >
      <RoomHeader
        title={title}
        view={view}
        now={now}
        compact={compact}
        onBack={props.onBack}
        onLobby={props.onLobby}
        onPeople={inside && !wide ? () => setListOpen(!listOpen) : undefined}
      >
        {props.children}
      </RoomHeader>
      <RoomBars driver={driver} view={view} />
      <p className="gh-hidden" role="status" aria-live="polite" key={view.announced?.at}>
        {view.announced && i18n._(announcement(view.announced.what, view.announced.name))}
      </p>
      <CallState inside={inside} />
      {inside ? (
        <>
          <Row align="stretch" grow shrinkDown relative>
            <Column grow shrink shrinkDown>
              <RoomStage driver={driver} view={view} compact={compact} now={now} snaps={snaps} />
              {(own.voiceOnly || view.floor) && (
                <Column gap={3} pad={own.voiceOnly ? 4 : 2} padAbove={own.voiceOnly ? 4 : 0}>
                  <FloorBoard view={view} now={now} />
                  {own.voiceOnly && <Talk driver={driver} view={view} large />}
                </Column>
              )}
              <HeardAgain heard={view.heard} quiet={view.floor?.holder != null} />
            </Column>
            {wide ? (
              <Box w={344} rigid edgeStart shrinkDown>
                {people()}
              </Box>
            ) : (
              listOpen && (
                <Box
                  absolute
                  insetX="auto 0"
                  insetY={0}
                  w="min(100%, 360px)"
                  z={2}
                  floating
                  ground="surface"
                  edgeStart
                >
                  {people(() => setListOpen(false))}
                </Box>
              )
            )}
          </Row>
          <RoomFooter
            driver={driver}
            view={view}
            now={now}
            compact={compact}
            onInfo={() => setDialog('info')}
            onLeave={leave}
          />
        </>
      ) : (
        <Outside
          driver={driver}
          session={session}
          now={now}
          heading={compact ? 'h3' : 'h2'}
          onJoin={() => setDialog('join')}
          onBack={props.onBack}
        />
      )}
      {!inside && (dialog === 'join' || needsPassword || wrongPassword) && (
        <JoinDialog
          // With a password asked for it is another dialog, which begins with that field.
          key={needsPassword || wrongPassword ? 'password' : 'number'}
          roomId={session.is === 'over' ? session.roomId : (first ?? FIRST_ROOM)}
          password={
            wrongPassword || (needsPassword && triedPassword) ? 'wrong' : needsPassword ? 'wanted' : undefined
          }
          busy={session.is === 'entering'}
          onJoin={join}
          onCancel={() => {
            close()
            driver.again()
          }}
        />
      )}
      {dialog === 'info' && room && (
        <InfoDialog
          room={room}
          guestAddress={
            room.host && !props.guest && rights(conferencePermissions.host) ? props.guestAddress : undefined
          }
          {...(room.host &&
            !props.guest && {
              pushToTalk: { on: view.floor !== undefined, turn: driver.pushToTalk },
              onStop: () => {
                close()
                driver.stop()
              },
            })}
          onClose={close}
        />
      )}
      {dialog === 'ring' && inside && (
        <RingDialog roomId={session.roomId} voiceOnly={own.voiceOnly} onClose={close} />
      )}
      {dialog === 'leave' && inside && (
        <LeaveDialog
          onCancel={close}
          onLeave={() => {
            close()
            driver.leave()
          }}
          onStop={() => {
            close()
            driver.stop()
          }}
        />
      )}
      <Confirm
        opened={view.otherTab !== undefined}
        title={t({ message: 'This room is open in another tab', context: 'conference' })}
        confirmLabel={t`Go on here`}
        onCancel={driver.forgetOtherTab}
        onConfirm={() => {
          close()
          void driver.join(view.otherTab ?? '', { here: true })
        }}
      >
        <Trans context="conference">
          You are in this room in another tab of this browser. If you go on here, you leave it there.
        </Trans>
      </Confirm>
    </Column>
  )
}

/** Says aloud that the call has begun, and that it has ended; nothing before the first one. */
function CallState({ inside }: { inside: boolean }) {
  const { i18n } = useLingui()
  const [began, setBegan] = useState(false)
  if (inside && !began) setBegan(true)
  return (
    <p className="gh-hidden" role="status">
      {inside ? i18n._(callWords.began) : began && i18n._(callWords.ended)}
    </p>
  )
}

interface OutsideProps {
  driver: RoomDriver
  session: Exclude<RoomSession, { is: 'in' | 'leaving' }>
  now: () => number
  heading: 'h2' | 'h3'
  onJoin: () => void
  onBack: (() => void) | undefined
}

/** Before the room, before its door, after it. */
function Outside({ driver, session, now, heading, onJoin, onBack }: OutsideProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  switch (session.is) {
    case 'out':
      return (
        <>
          <DeviceNotice />
          {!online && <Offline />}
          <Card
            icon="users"
            heading={heading}
            title={<Trans context="conference">You are in no room</Trans>}
            why={<Trans>Microphone and camera stay off until you turn them on.</Trans>}
          >
            <Button size="md" disabled={!online} onClick={onJoin}>
              <Trans context="conference">Join room</Trans>
            </Button>
          </Card>
        </>
      )
    case 'entering':
      return (
        <Card icon="link" heading={heading} title={<Entering stage={session.stage} />} status>
          <Button variant="default" onClick={driver.leave}>
            <Trans>Cancel</Trans>
          </Button>
        </Card>
      )
    case 'waiting':
      return (
        <Card
          icon="clock"
          heading={heading}
          status
          title={<Trans>A host is asked to let you in</Trans>}
          why={<Waited since={session.since} now={now} />}
        >
          <Button variant="default" onClick={driver.leave}>
            <Trans>Cancel</Trans>
          </Button>
        </Card>
      )
    case 'over': {
      const { why, refusal, roomId } = session
      const told =
        refusal && (isFault(refusal.id) ? faultWords[refusal.id] : wordsForId(refusal.id, refusal.params))
      const offline = refusal?.id === 'offline'
      return (
        <>
          {!online && <Offline />}
          <Card
            icon={why === 'left' ? 'logout' : 'alert'}
            heading={heading}
            status
            title={
              told ? (
                i18n._(told)
              ) : offline ? (
                <Trans>No connection to the server</Trans>
              ) : (
                i18n._(endWords[why])
              )
            }
          >
            {!isFinal(why) && (
              <Button disabled={!online} onClick={() => void driver.join(roomId)}>
                {why === 'left' ? (
                  <Trans context="conference">Join again</Trans>
                ) : why === 'elsewhere' ? (
                  <Trans>Go on here</Trans>
                ) : (
                  <Trans>Try again</Trans>
                )}
              </Button>
            )}
            <Button variant="default" onClick={onJoin}>
              <Trans context="conference">Another room</Trans>
            </Button>
            {onBack && (
              <Button variant="subtle" color="off" onClick={onBack}>
                <Trans>Go to the console</Trans>
              </Button>
            )}
          </Card>
        </>
      )
    }
  }
}

function Entering({ stage }: { stage: Extract<RoomSession, { is: 'entering' }>['stage'] }) {
  switch (stage) {
    case 'ticket':
    case 'connecting':
      return <Trans>Connecting…</Trans>
    case 'loggedIn':
      return <Trans>Logged in</Trans>
    case 'joining':
      return <Trans context="conference">Joining the room…</Trans>
  }
}

function Waited({ since, now }: { since: number; now: () => number }) {
  const at = useNow(now)
  return (
    <Trans>
      You have waited for <bdi dir="ltr">{formatTimer(at - since)}</bdi>
    </Trans>
  )
}

function Offline() {
  return (
    <Bar icon="wifi-off" tone="warning">
      <Trans context="conference">No network: a room cannot be entered now.</Trans>
    </Bar>
  )
}

interface CardProps {
  icon: IconName
  title: ReactNode
  why?: ReactNode
  heading: 'h2' | 'h3'
  /** Said aloud when it comes. */
  status?: boolean
  children: ReactNode
}

function Card({ icon, title, why, heading, status = false, children }: CardProps) {
  return (
    <Center grow shrinkDown pad={5} scroll="y">
      <Stack
        items="center"
        gap={4}
        text="center"
        w="min(100%, 480px)"
        aria-live={status ? 'polite' : undefined}
      >
        <Center square={16} round="full" soft="off">
          <Icon name={icon} size={28} />
        </Center>
        <Text as={heading} ref={takeLostFocus} size="title" strong breaks balanced noRing tabIndex={-1}>
          {title}
        </Text>
        {why !== undefined && (
          <Text as="p" tone="ink-2">
            {why}
          </Text>
        )}
        <Row wrap justify="center" gap={2} above={2}>
          {children}
        </Row>
      </Stack>
    </Center>
  )
}

/** What this browser lacks, said before a room is entered. */
function DeviceNotice() {
  const { i18n } = useLingui()
  const problem = useMediaProblem()
  if (!problem) return null
  return (
    <Bar icon="alert" tone="warning">
      {i18n._(problemWords[problem])}
    </Bar>
  )
}
