// The page of one conference room: entering, waiting before the door, the room itself, and how it was left.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { callDevicesIntoRoom } from '../../contract/endpoints/conference.ts'
import { conferencePermissions } from '../../domain/conference/conference.ts'
import { sendRequest } from '../../platform/http.ts'
import { showPageTitle } from '../../platform/page-title.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Column, Row } from '../../ui/kit/parts.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { ringOutcome } from './ring-words.ts'
import { createRoom, type RoomPorts } from './room.driver.ts'
import { RoomPanel } from './room-panel.tsx'
import { useLeavingPage } from './use-leaving-page.ts'

export interface RoomPageProps {
  /** The room's number as it stands in the address; without one the dialog asks for it. */
  roomId?: string | undefined
  voiceOnly: boolean
  ports: RoomPorts
  /** Whoever comes by a guest's link: without an account, and so without rights and a console. */
  guest?: boolean
  /** The address of a guest's code. */
  guestAddress: (code: string) => string
  onBack: () => void
  onLobby: () => void
  /** Devices that are called as soon as one is in. */
  calls?: { imeis: readonly string[]; hide: boolean } | undefined
  /** While one is in a room, doors and colleagues wait. */
  onBusy?: (busy: boolean) => void
}

export function RoomPage(props: RoomPageProps) {
  const { voiceOnly, ports, guest = false, onBack, onLobby, onBusy } = props
  const { t } = useLingui()
  const rights = useRights()
  const may = guest || rights(conferencePermissions.join)
  const [driver] = useState(() => createRoom(ports, { voiceOnly, pushToTalk: voiceOnly }))
  const view = useSyncExternalStore(driver.subscribe, driver.read)
  const title = voiceOnly ? t`Group voice` : t({ message: 'Conference room', context: 'conference' })
  useEffect(() => showPageTitle(title), [title])
  useLeavingPage(driver)
  const busy = view.session.is === 'in'
  useEffect(() => {
    if (!busy || !onBusy) return
    onBusy(true)
    return () => onBusy(false)
  }, [busy, onBusy])
  useCallOnce(view.session.is === 'in' ? view.session.roomId : undefined, voiceOnly, props.calls)
  if (!may)
    return (
      <Frame onBack={onBack}>
        <Forbidden />
      </Frame>
    )
  return (
    <RoomPanel
      as="main"
      driver={driver}
      view={view}
      title={title}
      first={props.roomId}
      now={ports.serverNow}
      guest={guest}
      guestAddress={props.guestAddress}
      onBack={guest ? undefined : onBack}
      onLobby={guest ? undefined : onLobby}
    />
  )
}

/** Calls the devices of the address once one is in the room (real-time specification, section 7). */
function useCallOnce(roomId: string | undefined, voiceOnly: boolean, calls: RoomPageProps['calls']): void {
  const done = useRef(false)
  useEffect(() => {
    if (roomId === undefined || done.current || !calls || calls.imeis.length === 0) return
    done.current = true
    const { imeis, hide } = calls
    sendRequest(callDevicesIntoRoom, { imeis: [...imeis], hide, roomId, video: !voiceOnly }).then(
      ({ called, offline }) => showToast(ringOutcome({ called: called.length, offline: offline.length })),
      (error: unknown) => showToast({ kind: 'error', message: wordsForError(error) }),
    )
  }, [roomId, voiceOnly, calls])
}

/** The page without a room. */
export function Frame({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const online = useOnline()
  return (
    <Column ground="canvas" h="100dvh">
      <Row as="header" rigid padX={3} padY={2} ground="surface" edgeBelow>
        <Button variant="subtle" color="off" leftSection={<Icon name="back" />} onClick={onBack}>
          <Trans>Go to the console</Trans>
        </Button>
      </Row>
      {!online && (
        <Row as="p" gap={2} padX={4} padY={2} soft="warning" role="status">
          <Icon name="wifi-off" size={18} />
          <Trans>No connection to the server</Trans>
        </Row>
      )}
      <Column as="main" grow shrinkDown scroll="y">
        {children}
      </Column>
    </Column>
  )
}
