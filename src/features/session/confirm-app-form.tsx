// The new app shows that it knows the secret, and its person that they know the password, and have the passkey that stands.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { confirmApp } from '../../contract/endpoints/second-factor.ts'
import { sendRequest } from '../../platform/http.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { type AppSecret, AppSecretView } from './app-secret.tsx'
import { CodeField, useFactorCode } from './code-field.tsx'
import { FailureLine } from './failure-line.tsx'
import { OwnProofFields, useOwnProof } from './own-proof.tsx'

interface ConfirmAppFormProps {
  username: string
  made: AppSecret
  /** A passkey stands. */
  passkey: boolean
  onDone(codes: readonly string[]): void
}

export function ConfirmAppForm({ username, made, passkey, onDone }: ConfirmAppFormProps) {
  const { i18n } = useLingui()
  const entered = useFactorCode()
  const proof = useOwnProof({ app: false, passkey })
  const [tried, setTried] = useState(false)
  const { failure } = proof
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const confirm: Parameters<typeof proof.attempt>[1] = async given =>
      onDone((await sendRequest(confirmApp, { ...given, code: entered.value })).codes)
    return proof.attempt('confirm', confirm, entered.good)
  }
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <Stack>
        <AppSecretView made={made} />
        <CodeField
          entered={entered}
          checked={tried}
          refused={failure?.field === 'code' && i18n._(failure.words)}
        />
        <OwnProofFields proof={proof} username={username} beside />
        <Text as="p" size="small" tone="ink-2">
          <Trans>Other devices are logged out.</Trans>
        </Text>
        <FailureLine failure={failure} />
        <Button type="submit" loading={proof.busy !== undefined}>
          <Trans>Confirm</Trans>
        </Button>
      </Stack>
    </form>
  )
}
