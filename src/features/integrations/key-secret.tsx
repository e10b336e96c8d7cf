// Makes the secret of an API key, or another one in its place, and shows it this once.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeySecret, OVERLAP_HOURS } from '../../contract/endpoints/api-key.ts'
import type { RowOf } from '../../domain/entity.ts'
import { apiKey } from '../../domain/integration/api-key.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

type Hours = (typeof OVERLAP_HOURS)[number]
const USUAL: Hours = 24

export function KeySecret({ row: { id, name, state } }: { row: RowOf<typeof apiKey> }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const may = useRights()(apiKeySecret.access)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [hours, setHours] = useState<Hours>(USUAL)
  const [secret, setSecret] = useState<string>()
  if (!may) return null
  const isThere = state === 'active' || state === 'changing'
  const make = async (overlapHours: Hours) => {
    setBusy(true)
    try {
      setSecret((await sendRequest(apiKeySecret, { id, overlapHours })).secret)
      setAsking(false)
      void invalidateEntity(client, apiKey)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const spans: Record<Hours, string> = {
    0: t`Not at all`,
    1: t`For an hour`,
    24: t`For a day`,
    168: t`For a week`,
  }
  return (
    <>
      <Button
        variant={isThere ? 'default' : 'filled'}
        leftSection={<Icon name="key" />}
        disabled={!online || state === 'expired'}
        loading={busy && !asking}
        title={online ? undefined : t`No connection. This is not kept for later.`}
        onClick={() => (isThere ? setAsking(true) : void make(0))}
      >
        {isThere ? t`Change the secret` : t`Make the secret`}
      </Button>
      <Confirm
        opened={asking}
        critical={hours === 0}
        busy={busy}
        title={t`Change the secret of ${name}?`}
        confirmLabel={t`Change the secret`}
        onConfirm={() => void make(hours)}
        onCancel={() => setAsking(false)}
      >
        <Select
          label={t`The old secret still opens`}
          value={String(hours)}
          onChange={next => setHours(OVERLAP_HOURS.find(each => String(each) === next) ?? USUAL)}
          data={OVERLAP_HOURS.map(each => ({ value: String(each), label: spans[each] }))}
          allowDeselect={false}
        />
      </Confirm>
      <ShownOnce
        secret={secret}
        title={t`API key`}
        label={t`API key`}
        onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
        onClose={() => setSecret(undefined)}
      >
        <p>
          <Trans>Copy it now. It is not shown again.</Trans>
        </p>
        <p>
          <Trans>
            The program sends it with each call as <bdi dir="ltr">Authorization: Bearer …</bdi>
          </Trans>
        </p>
      </ShownOnce>
    </>
  )
}
