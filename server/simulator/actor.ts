// One simulated device: where it is, how full its battery is, what it says next. Knows no network.
import type { DeviceMessage } from '../../src/contract/device-messages.ts'
import type { AlarmType } from '../../src/domain/alarm/alarm-types.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import type { SimulatedDevice } from './device.ts'
import { habits } from './habits.ts'
import type { Chance } from './random.ts'
import { switches } from './standing.ts'

const METRES_PER_DEGREE = 111_320
/** How far its wearer strays. */
const RANGE_METRES = 140
const STEP_METRES_PER_SECOND = 1.1
/** About once in so many hours somebody walks away, farther than the fences of the demo reach, and comes back. */
const HOURS_BETWEEN_OUTINGS = 12
const OUTING_METRES = 480
const OUTING_STEP_METRES_PER_SECOND = 2.4
/** The hours of the fleet: its people live by Chinese time. */
const OFFSET_MS = 8 * HOUR_MS

export interface Actor {
  device: SimulatedDevice
  introduction(): DeviceMessage
  /** What it reports now. */
  report(): DeviceMessage[]
  alarm(type?: AlarmType): DeviceMessage
  stamp<Message extends DeviceMessage>(message: Message): Message
  place(): DeviceMessage
}

const LASTING: readonly AlarmType[] = ['deviceFault', 'powerLoss']

/** True for alarms that a later recovery ends. */
export const lasts = (type: AlarmType) => LASTING.includes(type)

/** `powered`: whether the contacts are closed, for what measures a current. */
export function createActor(
  device: SimulatedDevice,
  chance: Chance,
  now: () => number,
  powered: () => boolean = () => true,
): Actor {
  const habit = habits[device.kind]
  let seq = Math.floor(chance.between(1, 1_000_000))
  let battery = device.battery
  let heading = chance.between(0, 2 * Math.PI)
  let [east, north] = [chance.around(0, 40), chance.around(0, 40)]
  let movedAt = now()
  let outing = false
  let turn = Math.floor(chance.between(0, 6))
  let energy = chance.between(100, 9000)

  const stamp = <Message extends DeviceMessage>(message: Message): Message => {
    seq++
    return { ...message, seq, time: now() }
  }
  const walk = () => {
    const seconds = Math.min(120, (now() - movedAt) / 1000)
    movedAt = now()
    if (!habit.walks) return
    heading += chance.around(0, 1.2)
    const away = Math.hypot(east, north)
    outing = outing ? away < OUTING_METRES : chance.happens(seconds / (HOURS_BETWEEN_OUTINGS * 3600))
    // Straight away while it lasts; back towards the middle at the edge of the range.
    if (outing) heading = Math.atan2(north, east) + chance.around(0, 0.3)
    else if (away > RANGE_METRES) heading = Math.atan2(-north, -east) + chance.around(0, 0.5)
    const isHurried = outing || away > RANGE_METRES
    const pace = isHurried ? OUTING_STEP_METRES_PER_SECOND : STEP_METRES_PER_SECOND
    const metres = !isHurried && chance.happens(0.25) ? 0 : seconds * pace
    east += Math.cos(heading) * metres
    north += Math.sin(heading) * metres
  }
  const where = () => ({
    lat: Math.round((device.latitude + north / METRES_PER_DEGREE) * 1e6) / 1e6,
    lon:
      Math.round(
        (device.longitude + east / (METRES_PER_DEGREE * Math.cos((device.latitude * Math.PI) / 180))) * 1e6,
      ) / 1e6,
  })
  const place = (): DeviceMessage =>
    stamp({
      code: '2002',
      ...where(),
      accuracy: Math.round(chance.between(3, 15)),
      source: habit.walks ? 'gps' : 'lbs',
    })
  const drain = () => {
    battery -= (habit.drainPerHour * habit.everySeconds) / 3600
    // Its wearer puts it on the charger, most of the time in time.
    if (battery < 12 && chance.happens(0.1)) battery = 100
    if (battery < 3) battery = 100
    return Math.max(1, Math.round(battery))
  }

  const consume = () => {
    energy += chance.between(0, 0.05)
    return energy
  }

  return {
    device,
    stamp,
    place,
    introduction: () =>
      stamp({
        code: '1001',
        appVersion: '2.4.1',
        systemVersion: '5.10',
        ...(habit.drainPerHour === 0 ? { mainsPower: true } : {}),
      }),
    report: () => {
      walk()
      turn++
      const hour = ((now() + OFFSET_MS) % DAY_MS) / HOUR_MS
      const said: DeviceMessage[] = []
      if (habit.walks) said.push(place())
      if (!habit.walks || turn % 2 === 0) {
        const values = {
          ...habit.measure(chance, hour),
          ...(turn % 6 === 0 ? { signal: Math.round(chance.between(2, 4)) } : {}),
          ...(habit.drainPerHour > 0 && turn % 2 === 0 ? { battery: drain() } : {}),
          ...(device.kind === 'electricityMeter' ? { energy: Math.round(consume() * 1000) / 1000 } : {}),
          // Behind open contacts nothing flows.
          ...(switches.includes(device.kind) && !powered() ? { current: 0 } : {}),
        }
        said.push(
          Object.keys(values).length > 0
            ? stamp({ code: '2001', values })
            : stamp({ code: '1002', signal: 4 }),
        )
      }
      return said
    },
    alarm: type => stamp({ code: '3001', type: type ?? chance.pick(habit.alarms) ?? 'button', ...where() }),
  }
}
