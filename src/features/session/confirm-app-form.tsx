// The new app shows that it knows the secret, and its person that they know the password.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { confirmApp } from '../../contract/endpoints/second-factor.ts'
import { PASSWORD_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { type AppSecret, AppSecretView } from './app-secret.tsx'
import { CodeField, useFactorCode } from './code-field.tsx'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'

interface ConfirmAppFormProps {
  username: string
  made: AppSecret
  onDone(codes: readonly string[]): void
}

export function ConfirmAppForm({ username, made, onDone }: ConfirmAppFormProps) {
  const { t, i18n } = useLingui()
  const entered = useFactorCode()
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<FormFailure<'code' | 'password'>>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setFailure(undefined)
    if (!entered.good || password === '') return
    setBusy(true)
    try {
      onDone((await sendRequest(confirmApp, { password, code: entered.value })).codes)
    } catch (error) {
      setFailure(failureOf(error, ['code', 'password'] as const))
    } finally {
      setBusy(false)
    }
  }
  const refused = (field: 'code' | 'password') => failure?.field === field && i18n._(failure.words)
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <Stack>
        <AppSecretView made={made} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <CodeField entered={entered} checked={checked} refused={refused('code')} />
        <PasswordInput
          label={t`Your own password`}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.most}
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          error={(checked && password === '' && t`Password must not be empty`) || refused('password')}
        />
        <Text as="p" size="small" tone="ink-2">
          <Trans>Other devices are logged out.</Trans>
        </Text>
        <FailureLine failure={failure} />
        <Button type="submit" loading={busy}>
          <Trans>Confirm</Trans>
        </Button>
      </Stack>
    </form>
  )
}
