// It rings elsewhere: whom the visitor called, how long still, and a way to give up.
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { DEFAULT_ROOM } from '../domain/intercom/call.ts'
import type { DoorUnitState } from '../domain/intercom/door-unit.ts'
import { look } from '../ui/kit/look.ts'
import { Column, Stack, Text } from '../ui/kit/parts.tsx'
import { formatSpan } from '../ui/locale.ts'
import type { Door } from './door.driver.ts'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'
import { over, stage, whole } from './looks.ts'
import { OwnPicture } from './own-picture.tsx'
import { ringOut } from './sounds.ts'
import { useCountdown } from './use-countdown.ts'

interface RingingScreenProps {
  door: Door
  call: Extract<DoorUnitState, { at: 'ringing' | 'cancelling' }>
}

export function RingingScreen({ door, call }: RingingScreenProps) {
  const rings = call.at === 'ringing'
  const left = useCountdown(rings ? call.expiresAt : null, door.now)
  useEffect(() => {
    ringOut(rings)
    return () => ringOut(false)
  }, [rings])
  return (
    <Stack as="main" {...stage}>
      <OwnPicture className={look(whole)} />
      <Column {...over} className={css.over}>
        <Text as="h1" size="huge" role="status">
          {rings ? <Whom roomNo={call.roomNo} /> : <Trans>Hanging up…</Trans>}
        </Text>
        <Text as="p" mih="1.2em" size="huge" tone="ink-2" role="timer" dir="ltr">
          {left === null ? '' : formatSpan(left)}
        </Text>
        <DoorButton
          type="button"
          kind="danger"
          className={css.hangUp}
          onClick={door.hangUp}
          disabled={!rings}
          // the button that was pressed is gone, and this one stands for it
          autoFocus
        >
          <Trans>Cancel</Trans>
        </DoorButton>
      </Column>
    </Stack>
  )
}

function Whom({ roomNo }: { roomNo: string }) {
  if (roomNo === DEFAULT_ROOM) return <Trans>Calling the property office…</Trans>
  return (
    <Trans>
      Calling <bdi>{roomNo}</bdi>…
    </Trans>
  )
}
