// “Try it”: what the server finds out about the settings before people meet them, in words.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { tryProvider } from '../../contract/endpoints/identity-provider.ts'
import type { TryResult, TryStep } from '../../domain/access/identity-provider.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { type ProviderValues, requestOf, type StoredProvider } from './provider-values.ts'

type Steps = z.output<typeof tryProvider.response>['steps']

const stepWords: Record<TryStep, MessageDescriptor> = {
  discovery: msg`The provider is found`,
  client: msg`It knows the client and its secret`,
  redirect: msg`It lets people come back here`,
}

const resultWords: Record<TryResult, MessageDescriptor> = {
  fine: msg`Yes`,
  unsure: msg`It does not say. Log in once to be sure.`,
  private: msg`The address leads into a private network that your operator has not allowed`,
  name: msg`There is no such host`,
  certificate: msg`Its certificate is not trusted`,
  connection: msg`Nothing answers there`,
  timeout: msg`It does not answer in time`,
  status: msg`It answers, but has no page of discovery: check the issuer`,
  notProvider: msg`What answers is no OpenID provider`,
  otherIssuer: msg`It calls itself otherwise: write the issuer exactly as it does`,
  noCode: msg`It offers no login by code`,
  wrongClient: msg`It does not know the client ID, or the secret is wrong`,
  refused: msg`It refuses: register the redirect address above, and check the client ID`,
}

interface TryPanelProps {
  values: ProviderValues
  stored: StoredProvider
  disabled: boolean
}

export function TryPanel({ values, stored, disabled }: TryPanelProps) {
  const { i18n } = useLingui()
  const [steps, setSteps] = useState<Steps>()
  const [failure, setFailure] = useState<MessageDescriptor>()
  const [busy, setBusy] = useState(false)
  const tryIt = async () => {
    setBusy(true)
    setFailure(undefined)
    setSteps(undefined)
    try {
      const { issuer, clientId, clientSecret } = requestOf(values, stored.version)
      const asked = { issuer, clientId, origin: location.origin, ...(clientSecret && { clientSecret }) }
      setSteps((await sendRequest(tryProvider, asked)).steps)
    } catch (error) {
      setFailure(wordsForError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={2}>
      <Row>
        <Button variant="default" loading={busy} disabled={disabled} onClick={() => void tryIt()}>
          <Trans>Try it</Trans>
        </Button>
      </Row>
      <div role="status">
        {steps && (
          <List gap={2}>
            {steps.map(({ step, result }) => (
              <li key={step}>
                <Stack gap={1}>
                  <Text strong>{i18n._(stepWords[step])}</Text>
                  <Text tone={result === 'fine' ? 'ok' : result === 'unsure' ? 'ink-2' : 'critical'}>
                    {i18n._(resultWords[result])}
                  </Text>
                </Stack>
              </li>
            ))}
          </List>
        )}
      </div>
      {failure && (
        <Text as="p" tone="critical" role="alert">
          {i18n._(failure)}
        </Text>
      )}
    </Stack>
  )
}
