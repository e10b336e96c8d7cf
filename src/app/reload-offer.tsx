// A part of the console could not be fetched: loads the page again by itself once, then says so and offers it.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { MINUTE_MS } from '../domain/durations.ts'
import { getConnection } from '../platform/connection.ts'
import { reloadNewest } from '../platform/service-worker.ts'
import { ErrorState } from '../ui/states.tsx'

const KEY = 'gatehouse.reloaded'
/** What is still missing after this was loaded is missing for another reason than a new version. */
const AGAIN_MS = MINUTE_MS

/** Whether the page may load itself again; it is asked once for each time. */
function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(KEY))
  if (!getConnection().online || Date.now() - last < AGAIN_MS) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  return true
}

function useReload(): { busy: boolean; reload: () => void } {
  const [busy, setBusy] = useState(false)
  const reload = () => {
    setBusy(true)
    void reloadNewest().catch(() => location.reload())
  }
  return { busy, reload }
}

/** Over a page that is still on its way. */
export function SlowOffer() {
  const { busy, reload } = useReload()
  return (
    <p role="status">
      <Trans>Loading takes unusually long.</Trans>{' '}
      <Button variant="default" loading={busy} onClick={reload}>
        <Trans>Reload</Trans>
      </Button>
    </p>
  )
}

export function ReloadOffer() {
  const { busy, reload } = useReload()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    if (mayReload()) reload()
  }, [])
  return (
    <ErrorState
      what={<Trans>A part of the console could not be loaded</Trans>}
      kept={
        <>
          <p>
            <Trans>
              The network may be away, or a newer version was installed. Nothing you entered was sent.
            </Trans>
          </p>
          <Button mt="md" loading={busy} onClick={reload}>
            <Trans>Reload</Trans>
          </Button>
        </>
      }
    />
  )
}
