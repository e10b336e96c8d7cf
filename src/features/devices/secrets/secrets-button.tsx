// Secrets and claim codes of what was chosen in the list; the drawer comes when somebody wants it.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { newDeviceSecrets } from '../../../contract/endpoints/device.ts'
import type { PageQuery } from '../../../contract/entity-endpoints.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'

const SecretsDrawer = lazy(async () => ({ default: (await import('./secrets-drawer.tsx')).SecretsDrawer }))

export interface ChosenDevices {
  devices: readonly { id: number }[]
  /** All that the list's filter finds is meant, not only the devices. */
  found?: PageQuery | undefined
}

export function SecretsButton({ devices, found }: ChosenDevices) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const [open, setOpen] = useState(false)
  if (!may(newDeviceSecrets.access) || (devices.length === 0 && !found)) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="key" />}
        disabled={!online}
        onClick={() => setOpen(true)}
      >{t`Secrets`}</Button>
      {open && (
        <Suspense fallback={null}>
          <SecretsDrawer devices={devices} found={found} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
