// An authenticator app as the second factor that the rules ask for: its secret, and its first code.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { beginEnrolment } from '../../contract/endpoints/second-factor.ts'
import { sendRequest } from '../../platform/http.ts'
import { look } from '../../ui/kit/look.ts'
import { Loading } from '../../ui/states.tsx'
import { type AppSecret, AppSecretView } from './app-secret.tsx'
import { CodeField, useFactorCode } from './code-field.tsx'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { type Asked, type Entrance, finishEnrolmentOf } from './log-in.ts'
import css from './login-page.module.css'
import type { WayProps } from './way-props.ts'

interface EnrolAppFormProps extends Pick<WayProps, 'language'> {
  asked: Asked
  onDone(done: { codes: string[]; entrance: Entrance }): void
  onBack(): void
}

export function EnrolAppForm({ asked, language, onDone, onBack }: EnrolAppFormProps) {
  const { i18n } = useLingui()
  const entered = useFactorCode()
  const field = useRef<HTMLInputElement>(null)
  const [made, setMade] = useState<AppSecret & { username: string }>()
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!entered.good) return field.current?.focus()
    setBusy(true)
    setFailure(undefined)
    try {
      onDone(await finishEnrolmentOf(asked, entered.value, language))
    } catch (error) {
      setFailure(failureOf(error, ['code'] as const))
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={look({ stack: true, gap: 4 })} onSubmit={event => void submit(event)} noValidate>
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
