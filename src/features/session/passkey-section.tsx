// The own passkeys: each with its name, and what is needed to add one.
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ownPasskeys, PASSKEY_NAME_LENGTH } from '../../contract/endpoints/passkey.ts'
import { sendRequest } from '../../platform/http.ts'
import { passkeysWork } from '../../platform/passkey.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { List, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { PasskeyRow } from './passkey-row.tsx'

export const passkeysKey = ['session', 'passkeys']

const options = {
  queryKey: passkeysKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(ownPasskeys, {}, { signal }),
  meta: { offline: 'none' },
}

interface PasskeySectionProps {
  disabled: boolean
  /** The passkey that is being taken away. */
  removing: number | undefined
  onRemove(id: number): void
  /** Of the next one. */
  name: string
  onName(name: string): void
  nameProblem: string | false | undefined
}

export function PasskeySection(props: PasskeySectionProps) {
  const { disabled, removing, onRemove, name, onName, nameProblem } = props
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const { data, isPending, isError, error, refetch } = useQuery(options)
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
      {data && data.length > 0 && (
        <List column gap={2}>
          {data.map(passkey => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              disabled={disabled}
              removing={removing === passkey.id}
              onRenamed={() => client.invalidateQueries(options)}
              onRemove={() => onRemove(passkey.id)}
            />
          ))}
        </List>
      )}
      {passkeysWork() ? (
        <TextInput
          label={t`Name of the new passkey`}
          maxLength={PASSKEY_NAME_LENGTH}
          value={name}
          onChange={event => onName(event.currentTarget.value)}
          error={nameProblem}
        />
      ) : (
        <Text as="p" size="small" tone="ink-3">
          <Trans>This browser has no passkeys at this address.</Trans>
        </Text>
      )}
    </Stack>
  )
}
