// The own passkeys: adding one with the password, naming it, taking it away.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  beginPasskey,
  finishPasskey,
  ownPasskeys,
  PASSKEY_NAME_LENGTH,
  removePasskey,
} from '../../contract/endpoints/passkey.ts'
import { PASSWORD_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { makePasskey, passkeysWork } from '../../platform/passkey.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { List, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { agentName } from './agent-name.ts'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { PasskeyRow } from './passkey-row.tsx'

const options = {
  queryKey: ['session', 'passkeys'],
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(ownPasskeys, {}, { signal }),
  meta: { offline: 'none' },
}

type Field = 'name' | 'password'
const fields: readonly Field[] = ['name', 'password']

interface PasskeySectionProps {
  disabled: boolean
  /** Recovery codes that came with the first second factor. */
  onCodes(codes: readonly string[]): void
  onChanged(): void
}

export function PasskeySection({ disabled, onCodes, onChanged }: PasskeySectionProps) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const { data, isPending, isError, error, refetch } = useQuery(options)
  const [name, setName] = useState(() => agentName(navigator.userAgent) ?? '')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<FormFailure<Field>>()
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState<number | 'add'>()
  const attempt = async (what: number | 'add', work: () => Promise<void>) => {
    setChecked(true)
    setFailure(undefined)
    if (password === '') return
    setBusy(what)
    try {
      await work()
      setPassword('')
      setChecked(false)
      await client.invalidateQueries(options)
      onChanged()
    } catch (problem) {
      setFailure(failureOf(problem, fields))
    } finally {
      setBusy(undefined)
    }
  }
  const add = () =>
    attempt('add', async () => {
      const made = await makePasskey(await sendRequest(beginPasskey, { password }))
      const { codes } = await sendRequest(finishPasskey, { name: name.trim(), made })
      if (codes.length > 0) onCodes(codes)
    })
  const refused = (field: Field) => failure?.field === field && i18n._(failure.words)
  const works = passkeysWork()
  const some = data && data.length > 0
  return (
    <Stack as="section" gap={3} padAbove={4} edgeAbove aria-labelledby="passkeys">
      <SectionTitle id="passkeys">
        <Trans>Passkeys</Trans>
      </SectionTitle>
      <Text as="p" tone="ink-2">
        <Trans>
          A passkey lets you in by fingerprint, face or PIN of this device, without a password and a code.
        </Trans>
      </Text>
      {isError && !data && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {isPending && <Loading variant="list" count={1} />}
      {some && (
        <List column gap={2}>
          {data.map(passkey => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              disabled={disabled || busy !== undefined}
              removing={busy === passkey.id}
              onRenamed={() => client.invalidateQueries(options)}
              onRemove={() =>
                void attempt(passkey.id, async () => {
                  await sendRequest(removePasskey, { id: passkey.id, password })
                })
              }
            />
          ))}
        </List>
      )}
      {!works && (
        <Text as="p" size="small" tone="ink-3">
          <Trans>This browser has no passkeys at this address.</Trans>
        </Text>
      )}
      {works && (
        <TextInput
          label={t`Name of the new passkey`}
          maxLength={PASSKEY_NAME_LENGTH}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={refused('name')}
        />
      )}
      {(works || some) && (
        <PasswordInput
          label={t`Your own password`}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.most}
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          error={(checked && password === '' && t`Password must not be empty`) || refused('password')}
        />
      )}
      <FailureLine failure={failure} />
      {works && (
        <Button
          variant="default"
          loading={busy === 'add'}
          disabled={disabled || typeof busy === 'number'}
          onClick={() => void add()}
        >
          <Trans>Add a passkey</Trans>
        </Button>
      )}
    </Stack>
  )
}
