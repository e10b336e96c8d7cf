// What is done to a second factor that stands: each asks for the password and a code.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { removeApp, renewRecoveryCodes } from '../../contract/endpoints/second-factor.ts'
import { PASSWORD_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { CodeField, useFactorCode } from './code-field.tsx'
import css from './factor-dialog.module.css'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'

interface StandingFactorFormProps {
  username: string
  disabled: boolean
  /** The rules ask for it: it is not taken away. */
  needed: boolean
  onCodes(codes: readonly string[]): void
  onRemoved(): void
}

export function StandingFactorForm(props: StandingFactorFormProps) {
  const { username, disabled, needed, onCodes, onRemoved } = props
  const { t, i18n } = useLingui()
  const entered = useFactorCode()
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<FormFailure<'code' | 'password'>>()
  const [busy, setBusy] = useState<'renew' | 'remove'>()
  const attempt = async (what: 'renew' | 'remove', work: () => Promise<void>) => {
    setChecked(true)
    setFailure(undefined)
    if (!entered.good || password === '') return
    setBusy(what)
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error, ['code', 'password'] as const))
    } finally {
      setBusy(undefined)
    }
  }
  const proof = { password, code: entered.value }
  const renew = () =>
    attempt('renew', async () => onCodes((await sendRequest(renewRecoveryCodes, proof)).codes))
  const remove = () =>
    attempt('remove', async () => {
      await sendRequest(removeApp, proof)
      showToast({ kind: 'ok', message: msg`The authenticator app was removed` })
      onRemoved()
    })
  const refused = (field: 'code' | 'password') => failure?.field === field && i18n._(failure.words)
  const app = entered.kind === 'app'
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void renew()
      }}
      noValidate
    >
      <Stack>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label={t`Your own password`}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.most}
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          error={(checked && password === '' && t`Password must not be empty`) || refused('password')}
        />
        <CodeField entered={entered} checked={checked} refused={refused('code')} />
        <Button
          variant="subtle"
          className={css.long}
          onClick={() => entered.change(app ? 'recovery' : 'app')}
        >
          {app ? <Trans>Use a recovery code</Trans> : <Trans>Use the app</Trans>}
        </Button>
        <FailureLine failure={failure} />
        <Button
          type="submit"
          variant="default"
          className={css.long}
          loading={busy === 'renew'}
          disabled={disabled || busy === 'remove'}
        >
          <Trans>Make new recovery codes</Trans>
        </Button>
        {!needed && (
          <Button
            variant="default"
            className={css.long}
            color="critical"
            loading={busy === 'remove'}
            disabled={disabled || busy === 'renew'}
            onClick={() => void remove()}
          >
            <Trans>Remove the authenticator app</Trans>
          </Button>
        )}
      </Stack>
    </form>
  )
}
