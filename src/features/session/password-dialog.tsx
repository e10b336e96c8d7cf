// Changing the own password.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { changePassword } from '../../contract/endpoints/session.ts'
import { PASSWORD_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'

type Field = 'oldPassword' | 'newPassword'
const fields: readonly Field[] = ['oldPassword', 'newPassword']

export default function PasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  useFocusBack()
  const { t, i18n } = useLingui()
  const toggle = { 'aria-label': t`Show the password` }
  const [oldPassword, setOld] = useState('')
  const entered = useNewPassword()
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<FormFailure<Field>>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setFailure(undefined)
    if (oldPassword === '' || !entered.good) return
    setBusy(true)
    try {
      await sendRequest(changePassword, { oldPassword, newPassword: entered.value })
      showToast({ kind: 'ok', message: msg`The password was changed. Other devices are logged out.` })
      onClose()
    } catch (error) {
      setFailure(failureOf(error, fields))
    } finally {
      setBusy(false)
    }
  }
  const refused = (field: Field) => failure?.field === field && i18n._(failure.words)

  return (
    <Modal
      opened
      onClose={onClose}
      title={<Trans>Change password</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={event => void submit(event)} noValidate>
        <Stack>
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordInput
            data-autofocus
            label={t`Current password`}
            autoComplete="current-password"
            maxLength={PASSWORD_LENGTH.most}
            visibilityToggleButtonProps={toggle}
            value={oldPassword}
            onChange={event => setOld(event.currentTarget.value)}
            error={(checked && oldPassword === '' && t`Password must not be empty`) || refused('oldPassword')}
          />
          <NewPasswordFields entered={entered} checked={checked} refused={refused('newPassword')} />
          {failure && !failure.field && (
            <Text
              as="p"
              padX={3}
              padY={2}
              ground="critical-soft"
              round="control"
              tone="critical"
              role="alert"
            >
              {i18n._(failure.words)}
            </Text>
          )}
          <Button type="submit" loading={busy}>
            <Trans>Change password</Trans>
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
