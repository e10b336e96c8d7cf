// The panel beside the list of cameras: what is known of one, and the token of a device that sends by itself.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { newCameraToken } from '../../contract/endpoints/cameras.ts'
import type { camera } from '../../domain/camera/camera.ts'
import type { RowOf } from '../../domain/entity.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

type Camera = RowOf<typeof camera>

export function CameraPeek({ row }: { row: Camera }) {
  const { t } = useLingui()
  const place =
    row.latitude == null || row.longitude == null ? undefined : `${row.latitude}, ${row.longitude}`
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'place', label: t`Place`, value: row.place },
            { id: 'device', label: t`Device`, value: row.deviceName },
            { id: 'department', label: t`Department`, value: row.departmentName },
            { id: 'main', label: t`Address of the picture`, value: row.mainAddress },
            { id: 'sub', label: t`Address of the small picture`, value: row.subAddress },
            { id: 'onvif', label: t`ONVIF address`, value: row.onvifAddress },
            { id: 'where', label: t`Position`, value: place },
          ]}
        />
      </PeekSection>
      {row.source === 'whip' && <SenderToken camera={row} />}
    </>
  )
}

function SenderToken({ camera }: { camera: Camera }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()(newCameraToken.access)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [token, setToken] = useState<string>()
  const make = async () => {
    setBusy(true)
    try {
      setToken((await sendRequest(newCameraToken, { cameraId: camera.id })).token)
      setAsking(false)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const path = `/whip/${camera.id}`
  return (
    <PeekSection title={<Trans>Sending the picture</Trans>}>
      <Text as="p" below={3} tone="ink-2">
        <Trans>
          The device sends by WHIP to <bdi>{path}</bdi> with a token. Devices of the fleet are given one when
          somebody watches; others need one of their own.
        </Trans>
      </Text>
      {may && (
        <Button
          variant="default"
          leftSection={<Icon name="key" />}
          disabled={!online}
          onClick={() => (camera.hasToken ? setAsking(true) : void make())}
        >
          {t`New token`}
        </Button>
      )}
      <Confirm
        opened={asking}
        critical
        busy={busy}
        title={t`Create a new token?`}
        confirmLabel={t`New token`}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        <Trans>The old one is void: the device cannot send again until it has the new one.</Trans>
      </Confirm>
      <ShownOnce
        secret={token}
        title={t`The new token`}
        label={t`token`}
        onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
        onClose={() => setToken(undefined)}
      >
        <Trans>Copy it now. It is not shown again.</Trans>
      </ShownOnce>
    </PeekSection>
  )
}
