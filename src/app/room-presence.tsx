// What the push service knows of a device, for the page of that device.
import { RoomBadge } from '../features/presence/room-badge.tsx'
import { presence } from './live-sockets.ts'

/** A badge for door units, nothing for other devices. */
export function RoomPresence({ device }: { device: { kind: string; imei: string } }) {
  return device.kind === 'doorUnit' ? <RoomBadge imei={device.imei} presence={presence} /> : null
}
