// The way in: a telephone, and the code that was sent to it.
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { residentCode, residentLogin } from '../contract/endpoints/resident-page.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { card, sheet } from '../door-unit/looks.ts'
import { sendRequest, sendWithToken } from '../platform/http.ts'
import { Column, Text } from '../ui/kit/parts.tsx'
import { Field } from './form-parts.tsx'
import { problemOf } from './problem-words.ts'
import { keepToken } from './session.ts'

export function LoginScreen() {
  const { i18n, t } = useLingui()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [requestId, setRequestId] = useState<string>()
  const [problem, setProblem] = useState<MessageDescriptor>()
  const [busy, setBusy] = useState(false)

  const step = async () => {
    if (requestId === undefined) {
      setRequestId((await sendRequest(residentCode, { phone })).requestId)
      return
    }
    const { token } = await sendWithToken(residentLogin, { phone, code, requestId })
    keepToken(token)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await step()
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }
  return (
    <Column as="main" {...sheet}>
      <Column as="form" {...card} onSubmit={event => void send(event)} noValidate>
        <Text as="h1" size="figure">
          <Trans>My home</Trans>
        </Text>
        <Text as="p" tone="ink-2">
          <Trans>Log in with your mobile number: a code comes by text message.</Trans>
        </Text>
        <Field
          label={t`Mobile number`}
          value={phone}
          onChange={event => {
            setPhone(event.target.value.replace(/\D/g, '').slice(0, 11))
            setRequestId(undefined)
          }}
          inputMode="tel"
          autoComplete="tel-national"
          dir="ltr"
          wrong={requestId === undefined && problem && i18n._(problem)}
        />
        {requestId !== undefined && (
          <Field
            label={t`Code`}
            value={code}
            onChange={event => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            wrong={problem && i18n._(problem)}
          />
        )}
        <DoorButton
          type="submit"
          kind="primary"
          disabled={busy || phone.length !== 11 || (requestId !== undefined && code.length !== 6)}
        >
          {requestId === undefined ? <Trans>Send code</Trans> : <Trans>Log in</Trans>}
        </DoorButton>
      </Column>
    </Column>
  )
}
