// A temporary password for somebody who cannot log in: made by the server, shown once, replaced by its person.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { resetPassword } from '../../contract/endpoints/access.ts'
import { user } from '../../domain/access/access.ts'
import { sendRequest } from '../../platform/http.ts'
import { getSession } from '../../platform/session-store.ts'
import { showToast } from '../../platform/toast.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

interface ResetPasswordProps {
  row: { id: number; name: string }
}

export function ResetPassword({ row: { id, name } }: ResetPasswordProps) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const may = useRights()(resetPassword.access)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<z.output<typeof resetPassword.response>>()
  // The own one is changed in the person's menu, which asks for the old one.
  if (!may || id === getSession()?.user.id) return null
  const make = async () => {
    setBusy(true)
    try {
      setMade(await sendRequest(resetPassword, { id }))
      setAsking(false)
      void invalidateEntity(client, user)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const until = made && i18n.date(new Date(made.expiresAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="key" />}
        disabled={!online}
        title={online ? undefined : t`No connection. This is not kept for later.`}
        onClick={() => setAsking(true)}
      >
        {t`Reset password`}
      </Button>
      <Confirm
        opened={asking}
        critical
        busy={busy}
        title={t`Reset the password of ${name}?`}
        confirmLabel={t`Reset password`}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        <Trans>The old password stops working and all sessions of the person end.</Trans>
      </Confirm>
      <ShownOnce
        secret={made?.password}
        title={t`Temporary password`}
        label={t`password`}
        onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
        onClose={() => setMade(undefined)}
      >
        <p>
          <Trans>Give it to {name} now. It is not shown again.</Trans>
        </p>
        <p>
          <Trans>It works once, until {until}: the person chooses their own password with it.</Trans>
        </p>
      </ShownOnce>
    </>
  )
}
