// In demo mode: lets the simulated visitor of a door unit press the button.
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ringDoor } from '../../contract/endpoints/intercom.ts'
import { bootInfo } from '../../contract/endpoints/session.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'

/** For people who may answer; nothing outside demo mode. */
export function RingDoor({ imei }: { imei: string }) {
  const may = useRights()(ringDoor.access)
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const boot = useQuery({
    queryKey: ['bootInfo'],
    queryFn: ({ signal }) => sendRequest(bootInfo, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: may,
  })
  if (!may || !boot.data?.demo) return null
  const ring = async () => {
    setBusy(true)
    try {
      await sendRequest(ringDoor, { imei })
      showToast({ kind: 'ok', message: msg`The simulated visitor has pressed the button` })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name="bell" />}
      disabled={!online}
      loading={busy}
      onClick={() => void ring()}
    >
      <Trans>Ring this door</Trans>
    </Button>
  )
}
