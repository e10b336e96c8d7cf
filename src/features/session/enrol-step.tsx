// The rules ask for a second factor and there is none: it is set up before anything else, and its codes are kept.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { beginEnrolment } from '../../contract/endpoints/second-factor.ts'
import { sendRequest } from '../../platform/http.ts'
import { look } from '../../ui/kit/look.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import { type AppSecret, AppSecretView } from './app-secret.tsx'
import { CodeField, useFactorCode } from './code-field.tsx'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { type Asked, type Entrance, finishEnrolmentOf } from './log-in.ts'
import css from './login-page.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { WayProps } from './way-props.ts'

interface EnrolStepProps extends Pick<WayProps, 'language' | 'onEnter'> {
  asked: Asked
  onBack(): void
}

export default function EnrolStep({ asked, language, onEnter, onBack }: EnrolStepProps) {
  const { i18n } = useLingui()
  const entered = useFactorCode()
  const field = useRef<HTMLInputElement>(null)
  const [made, setMade] = useState<AppSecret & { username: string }>()
  const [done, setDone] = useState<{ codes: string[]; entrance: Entrance }>()
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<FormFailure<'code'>>()
  const [busy, setBusy] = useState(false)
  const { challenge } = asked
  useEffect(() => {
    const waiting = new AbortController()
    sendRequest(beginEnrolment, { challenge }, { signal: waiting.signal }).then(setMade, error => {
      if (!waiting.signal.aborted) setFailure(failureOf(error, ['code'] as const))
    })
    return () => waiting.abort()
  }, [challenge])
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error, ['code'] as const))
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!entered.good) return field.current?.focus()
    return attempt(async () => setDone(await finishEnrolmentOf(asked, entered.value, language)))
  }
  if (done)
    return (
      <Stack gap={4}>
        <RecoveryCodes
          codes={done.codes}
          busy={busy}
          onKept={() => void attempt(() => onEnter(done.entrance))}
        />
        <FailureLine failure={failure} />
      </Stack>
    )
  return (
    <form className={look({ stack: true, gap: 4 })} onSubmit={event => void submit(event)} noValidate>
      <Text as="p" padX={3} padY={2} ground="info-soft" round="control" tone="ink" role="status">
        <Trans>Your organisation asks for a second factor. Set it up now; it takes a minute.</Trans>
      </Text>
      {!made && !failure && <Loading variant="detail" count={2} />}
      {made && (
        <>
          <AppSecretView made={made} />
          <input type="text" name="username" autoComplete="username" value={made.username} readOnly hidden />
          <CodeField
            field={field}
            className={css.field}
            entered={entered}
            checked={checked}
            refused={failure?.field === 'code' && i18n._(failure.words)}
          />
        </>
      )}
      <FailureLine failure={failure} />
      {made && (
        <Button type="submit" className={look({ size: 'section' }, css.submit)} loading={busy} fullWidth>
          <Trans>Confirm and log in</Trans>
        </Button>
      )}
      <Button
        variant="default"
        className={look({ size: 'section' }, css.submit)}
        disabled={busy}
        fullWidth
        onClick={onBack}
      >
        <Trans>Back</Trans>
      </Button>
    </form>
  )
}
