// What stands of the own second factor, and what is done with it: each asks for the password, and for the factor that stands.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { beginPasskey, finishPasskey, removePasskey } from '../../contract/endpoints/passkey.ts'
import {
  beginApp,
  type ownFactor,
  removeApp,
  renewRecoveryCodes,
} from '../../contract/endpoints/second-factor.ts'
import { sendRequest } from '../../platform/http.ts'
import { makePasskey, passkeysWork } from '../../platform/passkey.ts'
import { showToast } from '../../platform/toast.ts'
import { Age } from '../../ui/age.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { agentName } from './agent-name.ts'
import type { AppSecret } from './app-secret.tsx'
import css from './factor-dialog.module.css'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { OwnProofFields, useOwnProof } from './own-proof.tsx'
import { PasskeySection, passkeysKey } from './passkey-section.tsx'

interface OwnFactorsProps {
  username: string
  standing: z.output<typeof ownFactor.response>
  online: boolean
  onApp(made: AppSecret): void
  onCodes(codes: readonly string[]): void
  onChanged(): void
}

export function OwnFactors({ username, standing, online, onApp, onCodes, onChanged }: OwnFactorsProps) {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const { appSince, passkey, recoveryCodesLeft, needed } = standing
  const app = appSince !== null
  const some = app || passkey
  const [name, setName] = useState(() => agentName(navigator.userAgent) ?? '')
  const proof = useOwnProof({ app, passkey })
  const { attempt, busy, failure } = proof
  const setUp = useSetUp(onApp)
  const changed = async () => {
    await client.invalidateQueries({ queryKey: passkeysKey })
    onChanged()
  }
  const add = () =>
    attempt('add', async given => {
      const made = await makePasskey(await sendRequest(beginPasskey, given))
      const { codes } = await sendRequest(finishPasskey, { name: name.trim(), made })
      if (codes.length > 0) onCodes(codes)
      await changed()
    })
  const remove = (id: number) =>
    attempt(String(id), async given => {
      await sendRequest(removePasskey, { id, ...given })
      await changed()
    })
  const renew = () =>
    attempt('renew', async ({ password, factor = '' }) =>
      onCodes((await sendRequest(renewRecoveryCodes, { password, code: factor })).codes),
    )
  const drop = () =>
    attempt('drop', async ({ password, factor = '' }) => {
      await sendRequest(removeApp, { password, code: factor })
      showToast({ kind: 'ok', message: msg`The authenticator app was removed` })
      onChanged()
    })
  const button = (what: string) =>
    ({
      variant: 'default',
      className: css.long,
      loading: busy === what,
      disabled: !online || (busy !== undefined && busy !== what),
    }) as const
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void (some ? renew() : add())
      }}
      noValidate
    >
      <Stack>
        {!some && (
          <Text as="p" tone="ink-2">
            <Trans>
              With a second factor your password alone lets nobody in: a code from your phone is asked for as
              well.
            </Trans>
          </Text>
        )}
        {!online && (
          <Text as="p" size="small" tone="warning" role="status">
            <Trans>No connection. This is not kept for later.</Trans>
          </Text>
        )}
        {some && <Left count={recoveryCodesLeft} />}
        {needed && some && (
          <Text as="p" size="small" tone="ink-2">
            <Trans>The sign-in rules ask you for a second factor: it stays.</Trans>
          </Text>
        )}
        {app ? (
          <Row wrap justify="between" gap={2}>
            <Text strong>
              <Trans>Authenticator app</Trans>
            </Text>
            <Text size="small" tone="ink-3">
              <Trans>
                set up <Age at={appSince} />
              </Trans>
            </Text>
          </Row>
        ) : (
          <>
            <FailureLine failure={setUp.failure} />
            <Button
              className={css.long}
              loading={setUp.busy}
              disabled={!online || busy !== undefined}
              onClick={() => void setUp.begin()}
            >
              <Trans>Set up an authenticator app</Trans>
            </Button>
          </>
        )}
        <PasskeySection
          disabled={!online || busy !== undefined}
          removing={busy === undefined ? undefined : Number(busy)}
          onRemove={id => void remove(id)}
          name={name}
          onName={setName}
          nameProblem={failure?.field === 'name' && i18n._(failure.words)}
        />
        {(some || passkeysWork()) && <OwnProofFields proof={proof} username={username} />}
        <FailureLine failure={failure} />
        {passkeysWork() && (
          <Button {...button('add')} onClick={() => void add()}>
            <Trans>Add a passkey</Trans>
          </Button>
        )}
        {some && (
          <Button {...button('renew')} onClick={() => void renew()}>
            <Trans>Make new recovery codes</Trans>
          </Button>
        )}
        {app && (passkey || !needed) && (
          <Button {...button('drop')} color="critical" onClick={() => void drop()}>
            <Trans>Remove the authenticator app</Trans>
          </Button>
        )}
      </Stack>
    </form>
  )
}

/** Has the server make the secret of an app. */
function useSetUp(onApp: OwnFactorsProps['onApp']) {
  const [failure, setFailure] = useState<FormFailure<never>>()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      onApp(await sendRequest(beginApp, {}))
    } catch (problem) {
      setFailure(failureOf(problem, []))
    } finally {
      setBusy(false)
    }
  }
  return { failure, busy, begin }
}

/** Few are left: there is still time to make new ones. */
const FEW = 3

function Left({ count }: { count: number }) {
  const { i18n } = useLingui()
  const shown = i18n.number(count)
  return (
    <Text as="p" size="small" tone={count < FEW ? 'warning' : 'ink-2'}>
      <Trans>Recovery codes left: {shown}</Trans>
    </Text>
  )
}
