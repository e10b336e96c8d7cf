// The second step of a login: whoever has proved the first factor enters a code of the second, or uses their passkey.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { passkeysWork } from '../../platform/passkey.ts'
import { look } from '../../ui/kit/look.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { CodeField, useFactorCode } from './code-field.tsx'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { type Asked, proveByOwnPasskey, proveSecondFactor } from './log-in.ts'
import css from './login-page.module.css'
import type { WayProps } from './way-props.ts'

interface SecondStepProps extends Pick<WayProps, 'language' | 'onEnter'> {
  asked: Asked
  onBack(): void
}

export function SecondStep({ asked, language, onEnter, onBack }: SecondStepProps) {
  const { i18n } = useLingui()
  const entered = useFactorCode(asked.app ? 'app' : 'recovery')
  const field = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<FormFailure<'code'>>()
  const [busy, setBusy] = useState(false)
  const app = entered.kind === 'app'
  const works = asked.passkey && passkeysWork()
  // A passkey alone is asked first; a recovery code stands in for it.
  const [byCode, setByCode] = useState(asked.app || !works)
  const quiet = { variant: 'default', disabled: busy, fullWidth: true } as const
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setFailure(undefined)
    if (!entered.good) return field.current?.focus()
    setBusy(true)
    try {
      await onEnter(await proveSecondFactor(asked, entered.value, language))
    } catch (error) {
      setFailure(failureOf(error, ['code'] as const))
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }
  const byPasskey = async () => {
    setFailure(undefined)
    setBusy(true)
    try {
      await onEnter(await proveByOwnPasskey(asked, language))
    } catch (error) {
      setFailure(failureOf(error, ['code'] as const))
    } finally {
      setBusy(false)
    }
  }
  const passkeyButton = (first: boolean) => (
    <Button
      {...quiet}
      {...(first && { variant: 'filled', loading: busy, autoFocus: true })}
      className={look({ size: 'section' }, css.submit)}
      onClick={() => void byPasskey()}
    >
      <Trans>Use a passkey</Trans>
    </Button>
  )
  const back = (
    <Button {...quiet} className={look({ size: 'section' }, css.submit)} onClick={onBack}>
      <Trans>Back</Trans>
    </Button>
  )
  const turn = () => {
    setChecked(false)
    setFailure(undefined)
    entered.change(app ? 'recovery' : 'app')
  }
  if (!byCode)
    return (
      <Stack gap={4}>
        <Text as="p" padX={3} padY={2} ground="info-soft" round="control" tone="ink" role="status">
          <Trans>One more step: use your passkey. A recovery code stands in for one that is lost.</Trans>
        </Text>
        <FailureLine failure={failure} />
        {passkeyButton(true)}
        <Button
          {...quiet}
          className={look({ size: 'section' }, css.submit)}
          onClick={() => {
            setFailure(undefined)
            setByCode(true)
          }}
        >
          <Trans>Use a recovery code</Trans>
        </Button>
        {back}
      </Stack>
    )
  return (
    <form className={look({ stack: true, gap: 4 })} onSubmit={event => void submit(event)} noValidate>
      <Text as="p" padX={3} padY={2} ground="info-soft" round="control" tone="ink" role="status">
        {app && <Trans>One more step: open your authenticator app and enter the code that it shows.</Trans>}
        {!app && <Trans>Enter one of the recovery codes that you kept. Each works once.</Trans>}
      </Text>
      <CodeField
        focused
        field={field}
        className={css.field}
        entered={entered}
        checked={checked}
        refused={failure?.field === 'code' && i18n._(failure.words)}
      />
      <FailureLine failure={failure} />
      <Button type="submit" className={look({ size: 'section' }, css.submit)} loading={busy} fullWidth>
        <Trans>Log in</Trans>
      </Button>
      {works && passkeyButton(false)}
      {asked.app && (
        <Button {...quiet} className={look({ size: 'section' }, css.submit)} onClick={turn}>
          {app ? <Trans>Use a recovery code</Trans> : <Trans>Use the app</Trans>}
        </Button>
      )}
      {back}
    </form>
  )
}
