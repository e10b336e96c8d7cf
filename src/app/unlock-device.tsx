// Opens the door that a device is, over this session's broker. Nothing for other devices.

import { topics } from '../contract/topics.ts'
import type { UnlockPorts } from '../features/doors/unlock.driver.ts'
import { UnlockDoor } from '../features/doors/unlock-door.tsx'
import { getConnection } from '../platform/connection.ts'
import { newKey } from '../platform/http.ts'
import { browserClock } from '../platform/mqtt-ports.ts'
import { getSession } from '../platform/session-store.ts'
import { onDoorAnswer, sendUnlock } from '../platform/unlock.ts'
import { broker } from './live.ts'

const ports: UnlockPorts = {
  // A socket may seem alive for a while without a network, and deliver an unlock when it is back.
  live: () => broker.state().is === 'live' && getConnection().online,
  send: request => sendUnlock(broker, request),
  listen: imei => broker.listen(topics.deviceAnswers(imei)),
  onAnswer: onDoorAnswer,
  newNonce: newKey,
  me: () => getSession()?.user.id ?? 0,
  serverNow: broker.serverNow,
  after: browserClock.after,
}

export function UnlockDevice({ device }: { device: { kind: string; imei: string; name: string } }) {
  return device.kind === 'doorUnit' ? <UnlockDoor door={device} ports={ports} /> : null
}
