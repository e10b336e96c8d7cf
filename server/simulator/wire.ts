// What a simulated device puts on the wire: JSON or the compact form.
import { encodeCompact } from '../../src/contract/compact.ts'
import { type DeviceMessage, wireValueOf } from '../../src/contract/device-messages.ts'

/** The bytes of a message as the device sends them. */
export function bytesOf(message: DeviceMessage, compact: boolean): Buffer {
  if (compact) return Buffer.from(encodeCompact(message))
  const wire = Object.entries(message).map(([name, value]) => [name, wireValueOf(name, value)])
  return Buffer.from(JSON.stringify(Object.fromEntries(wire)))
}
