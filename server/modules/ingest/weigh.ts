// How long a message may wait when the devices of its tenant say too much: what tells of danger or of a call, not at all.

import { keysOf } from '../../../src/domain/keys.ts'
import type { Weigh } from '../../broker/ports.ts'
import { judgeReading } from '../rules/public.ts'
import type { Devices } from './devices.ts'
import { isDoorMessage } from './door-messages.ts'
import { emergencyOf, readDeviceMessage } from './read-message.ts'

/** How somebody is and where they are, as they are told again and again. */
const TELEMETRY = ['1002', '2001', '2002', '2004', '2005', '7001']
const ALARM = '3001'

/** A reading that raises or clears an alarm does not wait; of a place only the fences could say, and it waits. */
export const createWeigh =
  (devices: Pick<Devices, 'knownNow'>, now: () => number): Weigh =>
  (imei, bytes) => {
    const read = readDeviceMessage(bytes)
    // It is refused anyway, and tells of nothing.
    if (!read.ok) return 'telemetry'
    const { message } = read
    if (message.code === ALARM || emergencyOf(message) || isDoorMessage(message)) return 'urgent'
    if (!TELEMETRY.includes(message.code)) return 'inOrder'
    if (message.code !== '2001') return 'telemetry'
    const device = devices.knownNow(imei)
    if (!device) return 'telemetry'
    const given = {
      limits: device.limits,
      conditions: device.live.conditions,
      at: message.time ?? now(),
      repeatSeconds: device.desired.alarmSeconds,
    }
    const { values } = message
    const counts = keysOf(values).some(kind => {
      const value = values[kind]
      return value !== undefined && judgeReading(kind, value, given) !== undefined
    })
    return counts ? 'urgent' : 'telemetry'
  }
