// Punching by hand: the button's press, and what became of the punches of today.
import { msg } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { localDay, momentOn } from '../../domain/attendance/local-days.ts'
import { punch } from '../../domain/attendance/punch.ts'
import type { RowOf } from '../../domain/entity.ts'
import { queuedActions } from '../../platform/queue.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { invalidateEntity, pageOptions } from '../query.ts'
import { showFailure } from '../run-command.ts'
import { useSession } from '../surroundings.ts'
import { tenantZone } from '../zone.ts'
import { sendPunch } from './send-punch.ts'

const MOST_SHOWN = 6

interface Punching {
  press: () => void
  busy: boolean
  /** Those that wait on this device or were refused. */
  queued: readonly QueuedAction[]
  /** Those of today that the server has, the newest first. */
  delivered: readonly RowOf<typeof punch>[]
}

export function usePunch(): Punching {
  const client = useQueryClient()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const queued = useSyncExternalStore(queuedActions.subscribe, queuedActions.read).filter(
    action => action.entity === punch.key,
  )
  const zone = tenantZone()
  const today = momentOn(zone, localDay(zone, serverNow()), 0)
  const own = useQuery(
    pageOptions(punch, {
      size: MOST_SHOWN,
      sort: '-at',
      atFrom: today,
      source: ['phone'],
      // Whoever may see the punches of others sees no others here.
      accountId: session?.user.id ?? 0,
    }),
  )
  const name = session?.user.name ?? ''
  const send = async () => {
    setBusy(true)
    try {
      const became = await sendPunch(name)
      showToast({
        kind: 'ok',
        message:
          became === 'delivered'
            ? msg`Punched`
            : msg`Kept on this device. It is sent when the network is back.`,
      })
      await invalidateEntity(client, punch)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    press: () => void send(),
    busy,
    queued,
    delivered: own.data?.list.slice(0, MOST_SHOWN) ?? [],
  }
}
