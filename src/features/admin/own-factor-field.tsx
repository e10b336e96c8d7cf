// The own second factor in the form of a person: a code that is typed, or the word for the signature of a passkey.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { BYTES_32 } from '../../domain/limits.ts'
import { passkeysWork, proofByPasskey } from '../../platform/passkey.ts'
import { wordsForError } from '../../resource/error-words.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'

export function OwnFactorField({ value, onChange, error, disabled, label }: FieldControl) {
  const { t, i18n } = useLingui()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const typed = typeof value === 'string' ? value : ''
  // A word that was refused is spent: the passkey is asked again.
  const signed = BYTES_32.test(typed) && error === undefined
  const byPasskey = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      onChange(await proofByPasskey())
    } catch (refusal) {
      setProblem(i18n._(wordsForError(refusal)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={2}>
      {signed ? (
        <Row wrap justify="between" gap={2}>
          <Text role="status">
            <Trans>Confirmed by a passkey</Trans>
          </Text>
          <Button variant="default" disabled={disabled} onClick={() => onChange('')}>
            <Trans>Cancel</Trans>
          </Button>
        </Row>
      ) : (
        <>
          <TextInput
            label={label}
            description={t`A code from the authenticator app, or a recovery code. Needed like the password.`}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={24}
            dir="ltr"
            disabled={disabled}
            value={BYTES_32.test(typed) ? '' : typed}
            onChange={event => onChange(event.currentTarget.value)}
            error={problem ?? error}
          />
          {passkeysWork() && (
            <Button variant="default" loading={busy} disabled={disabled} onClick={() => void byPasskey()}>
              <Trans>Use a passkey</Trans>
            </Button>
          )}
        </>
      )}
    </Stack>
  )
}
