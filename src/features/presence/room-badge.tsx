// Whether the room client of a door unit is connected at this moment.
import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { doorClientId } from '../../contract/push-service.ts'
import type { PushSocket } from '../../platform/push-socket.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'

export interface RoomBadgeProps {
  imei: string
  presence: Pick<PushSocket, 'read' | 'subscribe'>
}

/** Nothing while the push service cannot tell. */
export function RoomBadge({ imei, presence }: RoomBadgeProps) {
  const { state, clients } = useSyncExternalStore(presence.subscribe, presence.read)
  if (state !== 'connected') return null
  const id = doorClientId(imei)
  return clients.some(client => client.id === id) ? (
    <SeverityBadge tone="ok" icon="door">
      <Trans>Room client online</Trans>
    </SeverityBadge>
  ) : (
    <SeverityBadge tone="off" icon="door">
      <Trans>Room client offline</Trans>
    </SeverityBadge>
  )
}
