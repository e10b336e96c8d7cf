// A tablet that is no door unit yet: eight digits make it one.
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { enrolDoor } from '../contract/endpoints/intercom.ts'
import { sendRequest } from '../platform/http.ts'
import { RequestError } from '../platform/request-error.ts'
import type { MediaProblem } from '../platform/rtc/port.ts'
import { look } from '../ui/kit/look.ts'
import { Box, Column, Text } from '../ui/kit/parts.tsx'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'
import { type Enrolled, placeOf } from './enrolled.ts'
import { card, field, sheet } from './looks.ts'
import { MediaNotice } from './media-notice.tsx'

interface EnrolScreenProps {
  problem: MediaProblem | undefined
  onEnrolled: (door: Enrolled) => void
}

const DIGITS = 8
type Failure = 'short' | 'wrong' | 'often' | 'unreachable'

export function EnrolScreen({ problem, onEnrolled }: EnrolScreenProps) {
  const { t } = useLingui()
  const id = useId()
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const [door, setDoor] = useState<Enrolled>()

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (code.length !== DIGITS) return setFailure('short')
    setBusy(true)
    setFailure(undefined)
    try {
      setDoor(await sendRequest(enrolDoor, { code }))
    } catch (error) {
      setFailure(failureOf(error))
      setCode('')
    }
    setBusy(false)
  }
  if (door) return <Done door={door} onStart={() => onEnrolled(door)} />
  return (
    <Column as="main" {...sheet}>
      <Column as="form" {...card} onSubmit={event => void send(event)} noValidate>
        <Text as="h1" size="figure">
          <Trans>Make this tablet a door unit</Trans>
        </Text>
        <Text as="p" tone="ink-2">
          <Trans>
            Somebody who manages the door makes a code for it in the console. Type it here: it works once, for
            ten minutes.
          </Trans>
        </Text>
        <Text as="label" size="lead" tone="ink-2" htmlFor={id}>
          <Trans>Code</Trans>
        </Text>
        <input
          id={id}
          className={look(field, css.code)}
          value={code}
          onChange={event => setCode(event.target.value.replace(/\D/g, '').slice(0, DIGITS))}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="00000000"
          dir="ltr"
          aria-invalid={failure !== undefined}
          aria-describedby={`${id}-failure`}
          // biome-ignore lint/a11y/noAutofocus: the page has this one field and nothing else
          autoFocus
        />
        <Text as="p" id={`${id}-failure`} mih="1.4em" tone="critical" role="alert">
          {failure === 'short' && <Trans>The code has eight digits.</Trans>}
          {failure === 'wrong' && <Trans>This code is wrong, used or too old. Make a new one.</Trans>}
          {failure === 'often' && <Trans>Too many wrong codes. Wait a little and try again.</Trans>}
          {failure === 'unreachable' && <Trans>The server cannot be reached. Try again.</Trans>}
        </Text>
        <DoorButton type="submit" kind="primary" disabled={busy}>
          {busy ? t`One moment…` : t`Enrol`}
        </DoorButton>
      </Column>
      <Box w="min(520px, 100%)" goneWhenEmpty>
        <MediaNotice problem={problem} />
      </Box>
    </Column>
  )
}

/** The press that goes on is also the gesture with which the browser lets camera and microphone be asked for. */
function Done({ door, onStart }: { door: Enrolled; onStart: () => void }) {
  const start = () => {
    const ask = navigator.mediaDevices?.getUserMedia({ audio: true, video: true })
    if (!ask) return onStart()
    ask
      .then(stream => {
        for (const track of stream.getTracks()) track.stop()
      })
      // Without them the door still rings; its screens say what is missing.
      .catch(() => {})
      .finally(onStart)
  }
  return (
    <Column as="main" {...sheet}>
      <Column {...card}>
        <Text as="h1" size="figure">
          <Trans>This tablet is now the door unit</Trans>
        </Text>
        <Text as="p" size="huge" strong>
          {door.name}
        </Text>
        <Text as="p" tone="ink-2">
          {placeOf(door)}
        </Text>
        <Text as="p" tone="ink-2">
          <Trans>
            Next the browser asks for camera and microphone: visitors are seen and heard with them.
          </Trans>
        </Text>
        <DoorButton type="button" kind="primary" onClick={start}>
          <Trans>Start</Trans>
        </DoorButton>
      </Column>
    </Column>
  )
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof RequestError)) return 'unreachable'
  if (error.id === 'door.codeInvalid') return 'wrong'
  return error.kind === 'refused' || error.status === 429 ? 'often' : 'unreachable'
}
