// What a simulated device puts on the wire: JSON or the compact form.
import { encodeCompact } from '../../src/contract/compact.ts'
import type { DeviceMessage } from '../../src/contract/device-messages.ts'
import { alarmTypes } from '../../src/domain/alarm/alarm-types.ts'

/** The bytes of a message as the device sends them. */
export function bytesOf(message: DeviceMessage, compact: boolean): Buffer {
  if (compact) return Buffer.from(encodeCompact(message))
  const wire = message.code === '3001' ? { ...message, type: alarmTypes.indexOf(message.type) + 1 } : message
  return Buffer.from(JSON.stringify(wire))
}
