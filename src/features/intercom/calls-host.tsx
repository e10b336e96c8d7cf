// What lies over every page while calls come in: the drawer, the dialog of the call, the note of missed ones.
import { useSyncExternalStore } from 'react'
import { CallDrawer } from './call-drawer.tsx'
import { CallsBar } from './calls-bar.tsx'
import { DoorDialog } from './door-dialog.tsx'
import type { IncomingCalls } from './incoming-call.driver.ts'

export function CallsHost({ driver }: { driver: IncomingCalls }) {
  const { calls, media } = useSyncExternalStore(driver.subscribe, driver.read)
  const { phase, waiting, missed } = calls
  switch (phase.is) {
    case 'ringing':
    case 'answering':
    case 'closing':
      return (
        <CallDrawer key={phase.ring.callId} driver={driver} phase={phase} media={media} waiting={waiting} />
      )
    case 'talking':
    case 'ended':
      return (
        <DoorDialog key={phase.ring.callId} driver={driver} phase={phase} media={media} waiting={waiting} />
      )
    case 'idle':
      return <CallsBar waiting={waiting} missed={missed} onSeen={() => driver.send({ on: 'missedSeen' })} />
  }
}
