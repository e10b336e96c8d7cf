// Login by account and password.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { PASSWORD_LENGTH, USERNAME_LENGTH } from '../../domain/limits.ts'
import { passkeysWork } from '../../platform/passkey.ts'
import { RequestError } from '../../platform/request-error.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { FirstPasswordForm } from './first-password-form.tsx'
import { logInByAccount, logInByPasskey } from './log-in.ts'
import css from './login-page.module.css'
import type { WayProps } from './way-props.ts'

type Field = 'username' | 'password'
const fields: readonly Field[] = ['username', 'password']

export function AccountForm({ language, demo, onEnter }: WayProps) {
  const { t, i18n } = useLingui()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<FormFailure<Field>>()
  const [busy, setBusy] = useState(false)
  const [caps, setCaps] = useState(false)
  const [temporary, setTemporary] = useState(false)
  const account = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setFailure(undefined)
    const empty = username.trim() === '' ? account : password === '' ? secret : undefined
    if (empty) return empty.current?.focus()
    setBusy(true)
    try {
      await onEnter(await logInByAccount(username.trim(), password, language))
    } catch (error) {
      if (error instanceof RequestError && error.id === 'session.temporaryPassword') return setTemporary(true)
      setFailure(failureOf(error, fields))
      secret.current?.select()
    } finally {
      setBusy(false)
    }
  }
  const byPasskey = async () => {
    setFailure(undefined)
    setBusy(true)
    try {
      await onEnter(await logInByPasskey(language))
    } catch (error) {
      setFailure(failureOf(error, []))
    } finally {
      setBusy(false)
    }
  }
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const errorOf = (field: Field, value: string, empty: string) =>
    checked && value.trim() === '' ? empty : failure?.field === field && i18n._(failure.words)

  if (temporary) {
    const back = () => {
      setPassword('')
      setChecked(false)
      setTemporary(false)
    }
    const proof = { username: username.trim(), password }
    return <FirstPasswordForm {...proof} language={language} onEnter={onEnter} onBack={back} />
  }
  return (
    <form className={look({ stack: true, gap: 4 })} onSubmit={event => void submit(event)} noValidate>
      <TextInput
        ref={account}
        className={css.field}
        label={t`Account`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_LENGTH}
        dir="auto"
        value={username}
        onChange={event => setUsername(event.currentTarget.value)}
        error={errorOf('username', username, t`Account must not be empty`)}
      />
      <PasswordInput
        ref={secret}
        className={css.field}
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH.most}
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        onKeyUp={watchCaps}
        onBlur={() => setCaps(false)}
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eye-off' : 'eye'} />}
        error={errorOf('password', password, t`Password must not be empty`)}
      />
      {caps && (
        <Row as="p" gap={2} size="caption" tone="warning" className={css.caps} role="status">
          <Icon name="up" size={14} />
          <Trans>Caps lock is on</Trans>
        </Row>
      )}
      {failure && !failure.field && (
        <Text as="p" padX={3} padY={2} ground="critical-soft" round="control" tone="critical" role="alert">
          {i18n._(failure.words)}
        </Text>
      )}
      <Button type="submit" className={look({ size: 'section' }, css.submit)} loading={busy} fullWidth>
        <Trans>Log in</Trans>
      </Button>
      {passkeysWork() && (
        <Button
          variant="default"
          className={look({ size: 'section' }, css.submit)}
          disabled={busy}
          fullWidth
          onClick={() => void byPasskey()}
        >
          <Trans>Use a passkey</Trans>
        </Button>
      )}
      {demo && (
        <DemoAccounts
          demo={demo}
          onChoose={(name, secretOfDemo) => {
            setUsername(name)
            setPassword(secretOfDemo)
            setFailure(undefined)
          }}
        />
      )}
    </form>
  )
}
