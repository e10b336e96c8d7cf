// The own second factor: what stands and what is done with it, a new app, and recovery codes that are shown once.
import { Trans, useLingui } from '@lingui/react/macro'
import { Modal, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownFactor } from '../../contract/endpoints/second-factor.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { AppSecret } from './app-secret.tsx'
import { ConfirmAppForm } from './confirm-app-form.tsx'
import { OwnFactors } from './own-factors.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

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
  const renew = () => client.invalidateQueries(options)
  const show = (fresh: readonly string[]) => {
    setMade(undefined)
    // None are made where some are left.
    if (fresh.length > 0) setCodes(fresh)
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
      {!codes && made && (
        <ConfirmAppForm username={username} made={made} passkey={data?.passkey === true} onDone={show} />
      )}
      {!codes && !made && (
        <Stack>
          {isError && !data && (
            <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
          )}
          {isPending && <Loading variant="list" count={2} />}
          {data && (
            <OwnFactors
              username={username}
              standing={data}
              online={online}
              onApp={setMade}
              onCodes={show}
              onChanged={() => void renew()}
            />
          )}
        </Stack>
      )}
    </Modal>
  )
}
