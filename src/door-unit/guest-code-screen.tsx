// A guest holds the picture of their code to the camera of the door.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { GUEST_DIGITS } from '../domain/living/guest-code.ts'
import { keepScanCamera } from '../platform/scan/scan-camera.ts'
import { look } from '../ui/kit/look.ts'
import { Column, Stack, Text } from '../ui/kit/parts.tsx'
import type { Door } from './door.driver.ts'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'
import { over, stage, whole } from './looks.ts'

type Seen = 'nothing' | 'strange' | 'sent' | 'notSent' | 'noCamera'

/** Nobody holds anything there any more: the next visitor finds the keypad. */
const PATIENCE_MS = 40_000
/** After a code was read its answer is an open door, or none. */
const ANSWER_MS = 6_000

const isDigits = new RegExp(`^\\d{${GUEST_DIGITS}}$`)

export function GuestCodeScreen({ door }: { door: Pick<Door, 'sendGuestCode' | 'lookForCode'> }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [seen, setSeen] = useState<Seen>('nothing')
  const { lookForCode } = door
  const done = seen === 'sent' || seen === 'notSent'
  const take = useEffectEvent((text: string) => {
    if (done) return
    if (!isDigits.test(text)) return setSeen('strange')
    setSeen(door.sendGuestCode(text) ? 'sent' : 'notSent')
  })
  useEffect(() => {
    const element = video.current
    if (!element) return
    const lost = () => setSeen('noCamera')
    return keepScanCamera({
      video: element,
      facing: 'user',
      onText: text => take(text),
      onLost: lost,
      onFault: lost,
    })
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => lookForCode(false), done ? ANSWER_MS : PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [done, lookForCode])
  return (
    <Stack as="main" {...stage}>
      <video ref={video} className={look(whole, css.mirrored)} playsInline muted aria-label={t`Your video`} />
      <Column {...over} className={css.over}>
        <Text as="h1" size="title">
          <Trans>Hold the picture of the guest code to the camera</Trans>
        </Text>
        <Text as="p" mih="1.2em" size="lead" tone={seen === 'strange' ? 'critical' : 'ink-2'} role="status">
          <Told seen={seen} />
        </Text>
        <DoorButton
          type="button"
          kind="secondary"
          onClick={() => lookForCode(false)}
          // the button that was pressed is gone, and this one stands for it
          autoFocus
        >
          {done ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </DoorButton>
      </Column>
    </Stack>
  )
}

function Told({ seen }: { seen: Seen }) {
  switch (seen) {
    case 'nothing':
      return null
    case 'strange':
      return <Trans>This is no guest code.</Trans>
    case 'sent':
      return <Trans>The code was read. If the door stays shut, it is not good here now.</Trans>
    case 'notSent':
      return <Trans>No connection. Try again in a moment.</Trans>
    case 'noCamera':
      return <Trans>The camera cannot be used. Type the digits instead.</Trans>
  }
}
