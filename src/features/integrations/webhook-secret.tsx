// Makes the secret that a webhook signs with, and shows it this once.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SIGNED_TWICE_HOURS, webhookSecret } from '../../contract/endpoints/webhook.ts'
import type { RowOf } from '../../domain/entity.ts'
import { webhook } from '../../domain/integration/webhook.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

export function WebhookSecret({ row: { id, name, state } }: { row: RowOf<typeof webhook> }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const may = useRights()(webhookSecret.access)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string>()
  if (!may) return null
  const isThere = state !== 'unissued'
  const make = async () => {
    setBusy(true)
    try {
      setSecret((await sendRequest(webhookSecret, { id })).secret)
      setAsking(false)
      void invalidateEntity(client, webhook)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant={isThere ? 'default' : 'filled'}
        leftSection={<Icon name="key" />}
        disabled={!online}
        loading={busy && !asking}
        title={online ? undefined : t`No connection. This is not kept for later.`}
        onClick={() => (isThere ? setAsking(true) : void make())}
      >
        {isThere ? t`Change the secret` : t`Make the secret`}
      </Button>
      <Confirm
        opened={asking}
        busy={busy}
        title={t`Change the secret of ${name}?`}
        confirmLabel={t`Change the secret`}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        <Trans>Messages are signed with both secrets for {SIGNED_TWICE_HOURS} hours.</Trans>
      </Confirm>
      <ShownOnce
        secret={secret}
        title={t`Secret of the webhook`}
        label={t`secret`}
        onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
        onClose={() => setSecret(undefined)}
      >
        <p>
          <Trans>Copy it now. It is not shown again.</Trans>
        </p>
        <p>
          <Trans>The receiver verifies with it that a message comes from here.</Trans>
        </p>
      </ShownOnce>
    </>
  )
}
