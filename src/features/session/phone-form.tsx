// Login by mobile number and the code sent to it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readOutbox, sendCode } from '../../contract/endpoints/session.ts'
import { phone as phoneSchema } from '../../domain/fields.ts'
import { sendRequest } from '../../platform/http.ts'
import { look } from '../../ui/kit/look.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { logInByPhone } from './log-in.ts'
import css from './login-page.module.css'
import type { WayProps } from './way-props.ts'

type Field = 'phone' | 'code'
const fields: readonly Field[] = ['phone', 'code']
const digitsOf = (text: string, length: number) => text.replace(/\D/g, '').slice(0, length)

export function PhoneForm({ language, demo, onEnter }: WayProps) {
  const { t, i18n } = useLingui()
  const [phone, setPhone] = useState(demo?.phone ?? '')
  const [code, setCode] = useState('')
  const [requestId, setRequestId] = useState('')
  const [checked, setChecked] = useState<'nothing' | 'phone' | 'all'>('nothing')
  const [failure, setFailure] = useState<FormFailure<Field>>()
  const [busy, setBusy] = useState<'code' | 'entry'>()
  const [outbox, setOutbox] = useState('')
  const [left, startCountdown] = useCountdown()
  const phoneField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)

  const phoneWrong = !phoneSchema.safeParse(phone).success
  const attempt = async (kind: 'code' | 'entry', work: () => Promise<void>) => {
    setBusy(kind)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error, fields))
    } finally {
      setBusy(undefined)
    }
  }
  const send = () => {
    setChecked('phone')
    if (phoneWrong) return phoneField.current?.focus()
    return attempt('code', async () => {
      const before = demo ? await newestOf(phone) : undefined
      const answer = await sendRequest(sendCode, { phone })
      setRequestId(answer.requestId)
      startCountdown(answer.retryAfterSeconds)
      codeField.current?.focus()
      if (demo) setOutbox(await nextOf(phone, before?.at ?? 0))
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked('all')
    if (phoneWrong) return phoneField.current?.focus()
    if (code === '') return codeField.current?.focus()
    return attempt('entry', async () => onEnter(await logInByPhone(phone, code, requestId || '-', language)))
  }
  const phoneError = () => {
    if (checked === 'nothing') return undefined
    if (phone === '') return t`Phone number must not be empty`
    return phoneWrong && t`Enter a mobile number of 11 digits`
  }

  return (
    <form className={look({ stack: true, gap: 4 })} onSubmit={event => void submit(event)} noValidate>
      <TextInput
        ref={phoneField}
        className={css.field}
        label={t`Phone number`}
        type="tel"
        inputMode="numeric"
        name="phone"
        autoComplete="tel-national"
        dir="ltr"
        value={phone}
        onChange={event => setPhone(digitsOf(event.currentTarget.value, 11))}
        error={phoneError() || (failure?.field === 'phone' && i18n._(failure.words))}
      />
      <Stack align="start" gap={2} columns="restEnd">
        <TextInput
          ref={codeField}
          className={css.field}
          label={t`SMS code`}
          inputMode="numeric"
          name="code"
          autoComplete="one-time-code"
          dir="ltr"
          value={code}
          onChange={event => setCode(digitsOf(event.currentTarget.value, 6))}
          error={
            (checked === 'all' && code === '' && t`SMS code must not be empty`) ||
            (failure?.field === 'code' && i18n._(failure.words))
          }
        />
        <Button
          variant="default"
          className={look({ above: 6 }, look({ size: 'section' }, css.submit))}
          disabled={left > 0}
          loading={busy === 'code'}
          onClick={() => void send()}
        >
          {left > 0 ? <Trans>Again in {left} s</Trans> : <Trans>Send code</Trans>}
        </Button>
      </Stack>
      {outbox && (
        <Text as="p" size="caption" tone="ink-2" role="status">
          <Trans>
            Demo: this message was sent: <bdi>{outbox}</bdi>
          </Trans>
        </Text>
      )}
      {failure && !failure.field && (
        <Text as="p" padX={3} padY={2} ground="critical-soft" round="control" tone="critical" role="alert">
          {i18n._(failure.words)}
        </Text>
      )}
      <Button
        type="submit"
        className={look({ size: 'section' }, css.submit)}
        loading={busy === 'entry'}
        fullWidth
      >
        <Trans>Log in</Trans>
      </Button>
    </form>
  )
}

const newestOf = async (phone: string) => (await sendRequest(readOutbox, { phone }))[0]

/** The message that comes after a moment: it is sent beside the answer, and takes as long as that takes. */
async function nextOf(phone: string, after: number): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const newest = await newestOf(phone)
    if (newest && newest.at > after) return newest.text
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  return ''
}

// Seconds that are left, counted against the clock: a sleeping phone's timers stand still.
function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [until])
  return [left, seconds => setUntil(Date.now() + seconds * 1000)]
}
