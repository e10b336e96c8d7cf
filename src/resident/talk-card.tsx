// Speaking with the visitor at the door: seen and heard, let in, and hung up. Loaded when somebody answers.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { JoinData } from '../contract/call-signal.ts'
import { type RoomCall, residentOpenDoor } from '../contract/endpoints/resident-page.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import type { MediaProblem } from '../platform/rtc/port.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Card, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { newNonce, resultWords } from './opening.ts'
import { problemOf } from './problem-words.ts'
import { openTalk, type Talk, type TalkView } from './talk.ts'

export { answerCall } from './talk.ts'

export interface Speaking {
  call: RoomCall
  join: JoinData
}

const lineWords: Record<TalkView['line'], MessageDescriptor> = {
  connecting: msg`Connecting…`,
  connected: msg({ context: 'call', message: 'Connected' }),
  reconnecting: msg`The connection broke. Trying again…`,
  ended: msg`The call has ended.`,
}

const notHeard = msg`No microphone was found: you hear the other side, they do not hear you. Check that the microphone is connected.`

/** Why a call goes on with less, or came to nothing. */
const problemWords: Record<MediaProblem, MessageDescriptor> = {
  refused: msg`The microphone was refused: you hear the other side, they do not hear you. Allow it in the browser, then press the microphone button.`,
  noMicrophone: notHeard,
  noDevices: notHeard,
  noCamera: notHeard,
  insecure: msg`Calls need a secure address. Open this page over https.`,
  unsupported: msg`This browser does not support calls. Use a current Chrome, Edge, Firefox or Safari.`,
  timeout: msg`The door did not answer. It can still be opened.`,
  network: msg`The connection to the door was lost. It can still be opened.`,
  gone: msg`The visitor has gone.`,
}

export function TalkCard({ call, join, onClose }: Speaking & { onClose: () => void }) {
  const { i18n } = useLingui()
  const [view, setView] = useState<TalkView>()
  const talk = useRef<Talk>(undefined)
  const [told, setTold] = useState<MessageDescriptor>()
  const [busy, setBusy] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const mine = openTalk(join, setView)
    talk.current = mine
    mine.attach(video.current)
    return () => {
      mine.attach(null)
      mine.hangUp()
    }
  }, [join])
  const open = useCallback(async () => {
    if (call.deviceId === null) return setTold(msg`That did not work. Try again.`)
    setBusy(true)
    try {
      const { result } = await sendRequest(residentOpenDoor, {
        ...{ deviceId: call.deviceId, callId: call.callId, nonce: newNonce() },
      })
      setTold(resultWords[result])
    } catch (error) {
      setTold(problemOf(error))
    }
    setBusy(false)
  }, [call])
  const line = view?.line ?? 'connecting'
  const over = line === 'ended'
  const heard = view?.heard ?? false
  const { problem } = view ?? {}
  return (
    <Card pad={3} edge="accent" role="dialog" aria-labelledby="talk" data-line={line}>
      <Stack gap={3}>
        <Row gap={3}>
          <Icon name="phone" size={28} />
          <Stack gap={0} grow shrink>
            <Text as="h2" size="section" strong id="talk">
              <bdi>{[call.doorName, call.roomNo].filter(Boolean).join(' · ')}</bdi>
            </Text>
            <Text tone="ink-2" role="status">
              {i18n._(lineWords[line])}
            </Text>
          </Stack>
        </Row>
        {/* biome-ignore lint/a11y/useMediaCaption: a live conversation has no captions */}
        <video
          ref={video}
          className={look({ wide: true, round: 'control', ground: 'sunken' })}
          hidden={over}
          autoPlay
          playsInline
        />
        {problem && (
          <Text as="p" padX={3} padY={2} ground="warning-soft" round="control" tone="ink" role="status">
            {i18n._(problemWords[problem])}
          </Text>
        )}
        <Row gap={2} wrap>
          <DoorButton type="button" kind="call" disabled={busy} onClick={() => void open()}>
            <Icon name="unlock" />
            <Trans>Open the door</Trans>
          </DoorButton>
          {over ? (
            <DoorButton type="button" kind="secondary" onClick={onClose}>
              <Trans>Close</Trans>
            </DoorButton>
          ) : (
            <>
              <DoorButton
                type="button"
                kind="secondary"
                aria-pressed={heard}
                onClick={() => talk.current?.setMicrophone(!heard)}
              >
                <Icon name={heard ? 'mic' : 'mic-off'} />
                <Trans>Microphone</Trans>
              </DoorButton>
              <DoorButton type="button" kind="danger" onClick={() => talk.current?.hangUp()}>
                <Icon name="phone-off" />
                <Trans>Hang up</Trans>
              </DoorButton>
            </>
          )}
        </Row>
        <Text as="p" role="status">
          {told && i18n._(told)}
        </Text>
      </Stack>
    </Card>
  )
}
