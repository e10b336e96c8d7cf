// Takes a second factor away from somebody who has lost it.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { resetFactor } from '../../contract/endpoints/second-factor.ts'
import { user } from '../../domain/access/access.ts'
import { sendRequest } from '../../platform/http.ts'
import { getSession } from '../../platform/session-store.ts'
import { showToast } from '../../platform/toast.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'

interface ResetFactorProps {
  row: { id: number; name: string; secondFactor: boolean }
}

export function ResetFactor({ row: { id, name, secondFactor } }: ResetFactorProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const may = useRights()(resetFactor.access)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  // The own one is removed in the person's menu, which asks for the password and a code.
  if (!may || !secondFactor || id === getSession()?.user.id) return null
  const reset = async () => {
    setBusy(true)
    try {
      await sendRequest(resetFactor, { id })
      setAsking(false)
      showToast({ kind: 'ok', message: msg`The second factor was reset` })
      void invalidateEntity(client, user)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="shield" />}
        disabled={!online}
        title={online ? undefined : t`No connection. This is not kept for later.`}
        onClick={() => setAsking(true)}
      >
        {t`Reset second factor`}
      </Button>
      <Confirm
        opened={asking}
        critical
        busy={busy}
        title={t`Reset the second factor of ${name}?`}
        confirmLabel={t`Reset second factor`}
        onConfirm={() => void reset()}
        onCancel={() => setAsking(false)}
      >
        <Trans>
          App and recovery codes stop working and all sessions of the person end. Be sure that it is they who
          ask.
        </Trans>
      </Confirm>
    </>
  )
}
