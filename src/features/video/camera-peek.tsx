// The panel beside the list of cameras: what is known of one, and the token of a device that sends by itself.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { camerasHealth, newCameraToken } from '../../contract/endpoints/cameras.ts'
import type { CameraHealth, camera } from '../../domain/camera/camera.ts'
import type { RowOf } from '../../domain/entity.ts'
import { onCameraChanges } from '../../platform/camera-changes.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

type Camera = RowOf<typeof camera>

const KEY = ['camera', 'health']

/** How the camera stands, as long as somebody looks at it; undefined where nobody does. */
function useHealth(cameraId: number): CameraHealth | undefined {
  const client = useQueryClient()
  const may = useRights()(camerasHealth.access)
  useEffect(() => onCameraChanges(() => void client.invalidateQueries({ queryKey: KEY })), [client])
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => sendRequest(camerasHealth, {}),
    enabled: may,
  })
  return data?.find(one => one.cameraId === cameraId)
}

function stateWords({ state, fault }: CameraHealth): MessageDescriptor | undefined {
  if (state === 'live') return msg`Live`
  if (state === 'connecting') return msg`Connecting`
  return fault ? wordsForId(`camera.${fault}`) : undefined
}

export function CameraPeek({ row }: { row: Camera }) {
  const { i18n, t } = useLingui()
  const health = useHealth(row.id)
  const state = health && stateWords(health)
  const place =
    row.latitude == null || row.longitude == null ? undefined : `${row.latitude}, ${row.longitude}`
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'state', label: t`State`, value: state && i18n._(state) },
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
