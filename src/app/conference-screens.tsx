// The pages of conference rooms over this session's server, and what lies over every page.
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { openAsGuest, openConference, recordOverCloud } from '../contract/endpoints/conference.ts'
import { getDeviceInfo } from '../contract/endpoints/device.ts'
import { addVcrInfo, RECORDED_SUFFIX } from '../contract/endpoints/recording.ts'
import {
  DEFAULT_STORAGE,
  randomRoomNumber,
  recordingFileName,
  recordingStorage,
} from '../domain/conference/conference.ts'
import { NAME_LENGTH, PLACE_LENGTH } from '../domain/limits.ts'
import { conferenceRoomView } from '../features/conference/conference-room.view.tsx'
import { GuestPage } from '../features/conference/guest-page.tsx'
import { LobbyPage } from '../features/conference/lobby-page.tsx'
import type { RoomPorts } from '../features/conference/room.driver.ts'
import { RoomPage } from '../features/conference/room-page.tsx'
import { imeisOf } from '../features/conference/room-path.ts'
import { faultWords, isFault, recordingWords } from '../features/conference/room-words.ts'
import { heldByTab, holdInTab } from '../platform/held-by-tab.ts'
import { sendRequest } from '../platform/http.ts'
import { shrunkPhoto } from '../platform/photo.ts'
import { RequestError } from '../platform/request-error.ts'
import { lineClock } from '../platform/rtc/line-clock.ts'
import { getSession } from '../platform/session-store.ts'
import { showToast } from '../platform/toast.ts'
import { ListPage } from '../resource/list-page.tsx'
import { showFailure } from '../resource/run-command.ts'
import { useSession } from '../resource/surroundings.ts'
import { formatMoment } from '../ui/locale.ts'
import { broker } from './live.ts'
import { engageCalls } from './live-calls.ts'
import { Hosts } from './shell/hosts.tsx'

const tabName = (roomId: string) => `gatehouse-room-${roomId}`

/** What the server's own storage is called towards it: where its files really are is its business. */
const SERVER_BUCKET = 'server'

const ports: RoomPorts = {
  loggedIn: () => getSession() !== undefined,
  ticket: (roomId, password) =>
    sendRequest(openConference, { roomId, ...(password !== undefined && { password }) }),
  rooms: () => import('../platform/conference/built-in.ts').then(({ createRoomPort }) => createRoomPort()),
  refusalOf(error) {
    if (!(error instanceof RequestError)) return { id: 'failed' }
    return error.passing
      ? { id: 'offline' }
      : { id: error.id ?? 'failed', ...(error.params && { params: error.params }) }
  },
  sourceId: location.origin,
  elsewhere: roomId => heldByTab(tabName(roomId)),
  hold: roomId => holdInTab(tabName(roomId)),
  say(word) {
    if (isFault(word)) showToast({ kind: 'tip', message: faultWords[word] })
    else
      showToast({
        kind: word === 'started' || word === 'stopped' ? 'ok' : 'error',
        message: recordingWords[word],
      })
  },
  // What stands for the server's storage: its secrets never leave it.
  recordingParameters: () => ({
    type: recordingStorage[DEFAULT_STORAGE],
    video: true,
    bucketName: SERVER_BUCKET,
    secretKey: SERVER_BUCKET,
    accessKey: SERVER_BUCKET,
    fileName: recordingFileName(Date.now()),
    name: SERVER_BUCKET,
  }),
  recordOverCloud: asked => sendRequest(recordOverCloud, asked),
  recorded: (fileName, imeis) =>
    sendRequest(addVcrInfo, {
      bucketName: SERVER_BUCKET,
      fileName: `${fileName}${RECORDED_SUFFIX}`,
      imeis: [...imeis],
      type: 1,
    }),
  keepPhoto: (element, of) => void keepPhoto(element, of).catch(showFailure),
  serverNow: () => broker.serverNow(),
  after: lineClock.after,
}

/** What is seen of somebody in a room, as a photo like any other; a device's with where it is. */
async function keepPhoto(
  element: HTMLVideoElement,
  { displayName, imei }: { displayName: string; imei: string | null },
): Promise<void> {
  const takenAt = broker.serverNow()
  const picture = await shrunkPhoto(element)
  // Where it is not known, the photo counts all the same.
  const at = imei === null ? undefined : await sendRequest(getDeviceInfo, { imei }).catch(() => undefined)
  const { sendPhoto } = await import('../features/media/send-taken.ts')
  await sendPhoto({
    name: `${displayName} ${formatMoment(takenAt)}`.slice(0, NAME_LENGTH),
    picture,
    takenAt,
    source: 'capture',
    ...(at?.place && { place: at.place.slice(0, PLACE_LENGTH) }),
    ...(at?.lat != null && at.lon != null && { latitude: at.lat, longitude: at.lon }),
  })
}

const guestAddress = (code: string) => `${location.origin}${location.pathname}#/roOm?guest=${code}`

/** A room's number as the address has it: digits are read as a number there. */
const numberOf = (room: unknown): string | undefined =>
  (typeof room === 'string' || typeof room === 'number') && /^\d{1,9}$/.test(String(room))
    ? String(room)
    : undefined

interface RoomAddress {
  room?: unknown
  /** A guest's code. */
  guest?: unknown
  voiceOnly?: boolean
  /** Devices to call as soon as one is in. */
  imeis?: unknown
  hide?: unknown
}

export function RoomScreen({ room, guest, voiceOnly = false, imeis, hide }: RoomAddress) {
  const router = useRouter()
  const session = useSession()
  const [fraction] = useState(Math.random)
  const asGuest = useCallback(
    (displayName: string) => sendRequest(openAsGuest, { code: String(guest), displayName }),
    [guest],
  )
  const calls = useMemo(() => ({ imeis: imeisOf(imeis), hide: hide !== undefined }), [imeis, hide])
  if (guest !== undefined) return <GuestPage key={String(guest)} ports={ports} open={asGuest} />
  if (!session) return null
  // Devices are called into a room of their own where the address names none.
  const roomId = numberOf(room) ?? (calls.imeis.length > 0 ? randomRoomNumber(fraction) : undefined)
  return (
    <>
      <RoomPage
        key={`${session.user.id} ${roomId ?? ''}`}
        roomId={roomId}
        voiceOnly={voiceOnly}
        ports={ports}
        calls={calls}
        guestAddress={guestAddress}
        onBack={() => router.history.push('/')}
        onLobby={() => router.history.push('/moreRoom')}
        onBusy={engageCalls}
      />
      <Hosts />
    </>
  )
}

const keptRooms = { view: 'kept' } as const

export function LobbyScreen({ view }: { view?: unknown }) {
  const router = useRouter()
  const session = useSession()
  if (!session) return null
  return (
    <>
      <LobbyPage
        key={session.user.id}
        ports={ports}
        guestAddress={guestAddress}
        onBack={() => router.history.push('/')}
        onRoom={roomId => router.history.push(roomId === undefined ? '/roOm' : `/roOm?roomId=${roomId}`)}
        onBusy={engageCalls}
        kept={view === 'kept' ? <ListPage view={conferenceRoomView} kept={keptRooms} /> : undefined}
      />
      <Hosts />
    </>
  )
}
