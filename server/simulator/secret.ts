// Secrets of the demo devices: derived, so that the simulator can connect without anything being stored in clear.
import { createHmac } from 'node:crypto'

/** Purpose to ask the installation's secrets for: `config.secrets.keyFor(DEMO_DEVICES)`. */
export const DEMO_DEVICES = 'demo devices'

/** MQTT password of one demo device. */
export function demoDeviceSecret(key: Buffer, imei: string): string {
  return createHmac('sha256', key).update(`device ${imei}`).digest('base64url')
}
