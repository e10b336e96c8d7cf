// The whole page: not enrolled yet, open elsewhere, or a working door.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { lead } from '../platform/leader.ts'
import { showPageTitle } from '../platform/page-title.ts'
import { checkMedia } from '../platform/rtc/media-check.ts'
import type { MediaProblem } from '../platform/rtc/port.ts'
import { AdvertScreen } from './advert-screen.tsx'
import { CardScreen } from './card-screen.tsx'
import { type Door, type DoorView, openDoor } from './door.driver.ts'
import { EnrolScreen } from './enrol-screen.tsx'
import { type Enrolled, forgetEnrolled, keepEnrolled, readEnrolled } from './enrolled.ts'
import { GuestCodeScreen } from './guest-code-screen.tsx'
import { IdleScreen } from './idle-screen.tsx'
import { Message, OpenedNotice, ResultScreen } from './result-screens.tsx'
import { RingingScreen } from './ringing-screen.tsx'
import { TalkScreen } from './talk-screen.tsx'

export function DoorPage() {
  const { t } = useLingui()
  const [enrolled, setEnrolled] = useState(readEnrolled)
  const [problem, setProblem] = useState<MediaProblem>()
  useEffect(() => {
    const look = () => void checkMedia().then(setProblem)
    look()
    navigator.mediaDevices?.addEventListener('devicechange', look)
    return () => navigator.mediaDevices?.removeEventListener('devicechange', look)
  }, [])
  const title = t`Door unit`
  useEffect(() => showPageTitle(enrolled?.name ?? title), [enrolled, title])
  const forget = () => {
    forgetEnrolled()
    setEnrolled(undefined)
  }
  if (!enrolled)
    return (
      <EnrolScreen
        problem={problem}
        onEnrolled={door => {
          keepEnrolled(door)
          setEnrolled(door)
        }}
      />
    )
  return <OnlyHere enrolled={enrolled} problem={problem} onForget={forget} />
}

interface WorkingProps {
  enrolled: Enrolled
  problem: MediaProblem | undefined
  onForget: () => void
}

/** One tab of a browser is the door; a second one waits until the first is closed. */
function OnlyHere(props: WorkingProps) {
  const [isLeader, setIsLeader] = useState<boolean>()
  useEffect(() => {
    const patience = setTimeout(() => setIsLeader(known => known ?? false), 1_000)
    const stop = lead('gatehouse door', setIsLeader)
    return () => {
      clearTimeout(patience)
      stop()
    }
  }, [])
  if (isLeader) return <WorkingDoor {...props} />
  return (
    <Message busy={isLeader === undefined}>
      {isLeader === false && (
        <p role="status">
          <Trans>This door is already open in another tab of this browser.</Trans>
        </p>
      )}
    </Message>
  )
}

function WorkingDoor({ enrolled, problem, onForget }: WorkingProps) {
  const [door, setDoor] = useState<Door>()
  useEffect(() => {
    const opened = openDoor(enrolled)
    setDoor(opened)
    return () => opened.stop()
  }, [enrolled])
  return door ? <Screens door={door} enrolled={enrolled} problem={problem} onForget={onForget} /> : null
}

function Screens(props: WorkingProps & { door: Door }) {
  const { door, enrolled } = props
  const view = useSyncExternalStore(door.subscribe, door.read)
  const { adverts } = door
  useEffect(() => {
    const touch = () => adverts.touched()
    addEventListener('pointerdown', touch, { capture: true })
    addEventListener('keydown', touch, { capture: true })
    return () => {
      removeEventListener('pointerdown', touch, { capture: true })
      removeEventListener('keydown', touch, { capture: true })
    }
  }, [adverts])
  useAwake()
  return (
    <>
      <Screen {...props} view={view} />
      {/* Over the screen, not in its place: who speaks goes on being heard. */}
      {view.opened && <OpenedNotice name={enrolled.name} />}
    </>
  )
}

function Screen({ door, view, enrolled, problem, onForget }: WorkingProps & { door: Door; view: DoorView }) {
  const advert = useSyncExternalStore(door.adverts.subscribe, door.adverts.read)
  switch (view.call.at) {
    case 'ringing':
    case 'cancelling':
      return <RingingScreen door={door} call={view.call} />
    case 'talking':
      return <TalkScreen door={door} call={view.call} view={view} />
    case 'over':
      return <ResultScreen result={view.call.result} onDone={door.hangUp} />
    default:
      if (advert) return <AdvertScreen advert={advert} adverts={door.adverts} />
      if (view.writing) return <CardScreen writing={view.writing} door={door} />
      if (view.looking) return <GuestCodeScreen door={door} />
      return (
        <IdleScreen
          enrolled={enrolled}
          wire={view.wire}
          problem={problem}
          onRing={door.ring}
          onGuestCode={door.sendGuestCode}
          onLook={() => door.lookForCode(true)}
          onForget={onForget}
        />
      )
  }
}

/** A tablet at a door must not go dark. */
function useAwake() {
  useEffect(() => {
    let held: WakeLockSentinel | undefined
    let gone = false
    const hold = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      navigator.wakeLock
        .request('screen')
        .then(lock => {
          held = lock
          if (gone) void lock.release()
        })
        .catch(() => {
          // Low battery, or the browser's settings: the device's own then decide.
        })
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', hold)
      void held?.release()
    }
  }, [])
}
