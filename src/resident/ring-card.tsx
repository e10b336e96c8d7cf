// Somebody rings at the door for this home: spoken with, opened for, or left to the property; or somebody else has them already.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type RoomCall, residentCallDecline, residentOpenDoor } from '../contract/endpoints/resident-page.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { Icon } from '../ui/icons.tsx'
import { Card, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { newNonce, resultWords } from './opening.ts'
import { problemOf } from './problem-words.ts'
import type { Speaking } from './talk-card.tsx'

interface RingCardProps {
  call: RoomCall
  /** This page speaks already. */
  isSpeaking: boolean
  onAnswer: (speaking: Speaking) => void
  onLeave: () => void
}

/** Before the call is taken: nobody shall be left without a voice by a script that does not come. */
export const loadTalk = () => import('./talk-card.tsx')

export function RingCard({ call, isSpeaking, onAnswer, onLeave }: RingCardProps) {
  const { i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<MessageDescriptor>()
  const { callId, deviceId } = call
  const act = async (work: () => Promise<MessageDescriptor | undefined>) => {
    setBusy(true)
    setTold(undefined)
    try {
      setTold(await work())
    } catch (error) {
      setTold(problemOf(error))
    }
    setBusy(false)
  }
  const open = async () => {
    if (deviceId === null) return msg`That did not work. Try again.`
    const { result } = await sendRequest(residentOpenDoor, { deviceId, callId, nonce: newNonce() })
    return resultWords[result]
  }
  const answer = async () => {
    const { answerCall } = await loadTalk()
    onAnswer({ call, join: await answerCall(callId) })
    return undefined
  }
  const decline = async () => {
    await sendRequest(residentCallDecline, { callId })
    onLeave()
    return undefined
  }
  if (call.taken) return <TakenCard call={call} by={call.taken.by} />
  return (
    <Card pad={3} edge="accent" role="alertdialog" aria-labelledby={`ring-${String(callId)}`}>
      <Stack gap={3}>
        <Row gap={3}>
          <Icon name="ringing" size={28} />
          <Stack gap={0} grow shrink>
            <Text as="h2" size="section" strong id={`ring-${String(callId)}`}>
              <Trans>Somebody rings at the door</Trans>
            </Text>
            <Text tone="ink-2">
              <bdi>{[call.doorName, call.roomNo].filter(Boolean).join(' · ')}</bdi>
            </Text>
            <Text size="small" tone="ink-3">
              {call.isHeld ? (
                <Trans>It rings for your home first, then for the property management.</Trans>
              ) : (
                <Trans>The property management is called too.</Trans>
              )}
            </Text>
          </Stack>
        </Row>
        <Row gap={2} wrap>
          <DoorButton
            type="button"
            kind="call"
            disabled={busy || isSpeaking}
            onClick={() => void act(answer)}
          >
            <Icon name="phone" />
            <Trans>Answer</Trans>
          </DoorButton>
          <DoorButton type="button" kind="primary" disabled={busy} onClick={() => void act(open)}>
            <Icon name="unlock" />
            <Trans>Open the door</Trans>
          </DoorButton>
          <DoorButton type="button" kind="secondary" disabled={busy} onClick={() => void act(decline)}>
            <Icon name="phone-off" />
            <Trans>Decline</Trans>
          </DoorButton>
        </Row>
        <Text as="p" role="status">
          {told && i18n._(told)}
        </Text>
      </Stack>
    </Card>
  )
}

function TakenCard({ call, by }: { call: RoomCall; by: string | null }) {
  return (
    <Card pad={3}>
      <Row gap={3}>
        <Icon name="phone" size={28} />
        <Stack gap={0} grow shrink>
          <Text as="p" role="status" strong>
            {by === null ? (
              <Trans>The property management speaks with the visitor.</Trans>
            ) : (
              <Trans>
                <bdi>{by}</bdi> speaks with the visitor.
              </Trans>
            )}
          </Text>
          <Text size="small" tone="ink-2">
            <bdi>{[call.doorName, call.roomNo].filter(Boolean).join(' · ')}</bdi>
          </Text>
        </Stack>
      </Row>
    </Card>
  )
}
