// Who logs in with a temporary password chooses their own before anything else.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { chooseFirstPassword } from './log-in.ts'
import css from './login-page.module.css'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'
import type { WayProps } from './way-props.ts'

interface FirstPasswordFormProps extends Pick<WayProps, 'language' | 'onEnter'> {
  username: string
  /** The temporary one. */
  password: string
  onBack(): void
}

const fields = ['newPassword'] as const

export function FirstPasswordForm(props: FirstPasswordFormProps) {
  const { username, password, language, onEnter, onBack } = props
  const { i18n } = useLingui()
  const entered = useNewPassword()
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<FormFailure<'newPassword'>>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setFailure(undefined)
    if (!entered.good) return
    setBusy(true)
    try {
      await onEnter(await chooseFirstPassword({ username, password, newPassword: entered.value }, language))
    } catch (error) {
      setFailure(failureOf(error, fields))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={look({ stack: true, gap: 4 })} onSubmit={event => void submit(event)} noValidate>
      <Text as="p" padX={3} padY={2} ground="info-soft" round="control" tone="ink" role="status">
        <Trans>
          The password of <bdi>{username}</bdi> is temporary. Choose your own: nobody else knows it then.
        </Trans>
      </Text>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields
        focused
        className={css.field}
        entered={entered}
        checked={checked}
        refused={failure?.field === 'newPassword' && i18n._(failure.words)}
      />
      {failure && !failure.field && (
        <Text as="p" padX={3} padY={2} ground="critical-soft" round="control" tone="critical" role="alert">
          {i18n._(failure.words)}
        </Text>
      )}
      <Button type="submit" className={look({ size: 'section' }, css.submit)} loading={busy} fullWidth>
        <Trans>Save and log in</Trans>
      </Button>
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
