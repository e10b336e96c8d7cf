// The own second factor: setting an app up, new recovery codes, taking the app away.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beginApp, ownFactor } from '../../contract/endpoints/second-factor.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { AppSecret } from './app-secret.tsx'
import { ConfirmAppForm } from './confirm-app-form.tsx'
import css from './factor-dialog.module.css'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { PasskeySection } from './passkey-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StandingFactorForm } from './standing-factor-form.tsx'

const options = {
  queryKey: ['session', 'factor'],
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(ownFactor, {}, { signal }),
  meta: { offline: 'none' },
}

export default function FactorDialog({ username, onClose }: { username: string; onClose: () => void }) {
  useFocusBack()
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const { data, isPending, isError, error, refetch } = useQuery(options)
  const [made, setMade] = useState<AppSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [failure, setFailure] = useState<FormFailure<never>>()
  const [busy, setBusy] = useState(false)
  const renew = () => client.invalidateQueries(options)
  const begin = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      setMade(await sendRequest(beginApp, {}))
    } catch (problem) {
      setFailure(failureOf(problem, []))
    } finally {
      setBusy(false)
    }
  }
  const show = (fresh: readonly string[]) => {
    setMade(undefined)
    setCodes(fresh)
    void renew()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      // A click beside it must not lose codes that are never shown again.
      closeOnClickOutside={codes === undefined}
      closeOnEscape={codes === undefined}
      title={codes ? <Trans>Recovery codes</Trans> : <Trans>Second factor</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {!codes && made && <ConfirmAppForm username={username} made={made} onDone={show} />}
      {!codes && !made && (
        <Stack>
          {isError && !data && (
            <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
          )}
          {isPending && <Loading variant="list" count={2} />}
          {data?.appSince === null && (
            <>
              <Text as="p" tone="ink-2">
                <Trans>
                  With a second factor your password alone lets nobody in: a code from your phone is asked for
                  as well.
                </Trans>
              </Text>
              <FailureLine failure={failure} />
              {!online && <Offline />}
              <Button className={css.long} loading={busy} disabled={!online} onClick={() => void begin()}>
                <Trans>Set up an authenticator app</Trans>
              </Button>
            </>
          )}
          {data && data.appSince !== null && (
            <>
              <Row wrap justify="between" gap={2}>
                <Text strong>
                  <Trans>Authenticator app</Trans>
                </Text>
                <Text size="small" tone="ink-3">
                  <Trans>
                    set up <Age at={data.appSince} />
                  </Trans>
                </Text>
              </Row>
              <Left count={data.recoveryCodesLeft} />
              {!online && <Offline />}
              {data.needed && (
                <Text as="p" size="small" tone="ink-2">
                  <Trans>The sign-in rules ask you for a second factor: it stays.</Trans>
                </Text>
              )}
              <StandingFactorForm
                needed={data.needed}
                username={username}
                disabled={!online}
                onCodes={show}
                onRemoved={() => void renew()}
              />
            </>
          )}
          {data && <PasskeySection disabled={!online} onCodes={show} onChanged={() => void renew()} />}
        </Stack>
      )}
    </Modal>
  )
}

const Offline = () => (
  <Text as="p" size="small" tone="warning" role="status">
    <Trans>No connection. This is not kept for later.</Trans>
  </Text>
)

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
