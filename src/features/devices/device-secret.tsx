// Makes a new password for a device's own connection. It is shown once and can be copied.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { newDeviceSecret } from '../../contract/endpoints/device.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import css from './device-page.module.css'
import { OverlapField } from './secrets/hours-field.tsx'

export function DeviceSecret({ imei }: { imei: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()(newDeviceSecret.access)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [overlap, setOverlap] = useState(0)
  if (!may) return null
  const make = async () => {
    setBusy(true)
    try {
      setSecret((await sendRequest(newDeviceSecret, { imei, overlapHours: overlap })).secret)
      setAsking(false)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Text as="p" below={3} tone="ink-2" className={css.note}>
        <Trans>The device connects with its IMEI and a secret. Only a hash of the secret is kept here.</Trans>
      </Text>
      <Button
        variant="default"
        leftSection={<Icon name="key" />}
        disabled={!online}
        onClick={() => setAsking(true)}
      >
        {t`New secret`}
      </Button>
      <Confirm
        opened={asking}
        critical
        busy={busy}
        title={t`Create a new secret?`}
        confirmLabel={t`New secret`}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        <Stack gap={3}>
          <OverlapField value={overlap} onChange={setOverlap} />
          <p>
            {overlap === 0 ? (
              <Trans>The old one is void at once: the device stays offline until it has the new one.</Trans>
            ) : (
              <Trans>The old one works until the new one is used, or this time is over.</Trans>
            )}
          </p>
        </Stack>
      </Confirm>
      <ShownOnce
        secret={secret}
        title={t`The new secret`}
        label={t`secret`}
        onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
        onClose={() => setSecret(undefined)}
      >
        <Trans>Copy it now. It is not shown again.</Trans>
      </ShownOnce>
    </>
  )
}
