// How each kind of device behaves: how often it speaks, what it measures, what it raises.
import type { AlarmType } from '../../src/domain/alarm/alarm-types.ts'
import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { ReadingKind } from '../../src/domain/device/readings.ts'
import type { Chance } from './random.ts'

export interface Habit {
  /** Seconds between two reports. */
  everySeconds: number
  /** Moves about with its wearer. */
  walks: boolean
  /** Per cent of battery in an hour; 0 for what hangs on the mains. */
  drainPerHour: number
  /** Alarms it raises, the more often named the more frequent. */
  alarms: readonly AlarmType[]
  measure(chance: Chance, hour: number): Partial<Record<ReadingKind, number>>
}

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
/** -1 in the small hours, 1 in the late afternoon. */
const rhythm = (hour: number) => Math.sin(((hour - 10) / 24) * 2 * Math.PI)

const vitals: Habit['measure'] = (chance, hour) => {
  const effort = chance.happens(0.15) ? chance.between(10, 35) : 0
  return {
    heartRate: Math.round(Math.max(46, chance.around(70 + 7 * rhythm(hour) + effort, 8))),
    bodyTemperature: round(chance.around(36.5 + 0.3 * rhythm(hour), 0.2), 1),
    bloodOxygen: Math.round(Math.min(100, chance.around(97.3, 1.2))),
  }
}
const pressure: Habit['measure'] = (chance, hour) => ({
  ...vitals(chance, hour),
  systolic: Math.round(chance.around(119 + 5 * rhythm(hour), 9)),
  diastolic: Math.round(chance.around(77 + 3 * rhythm(hour), 6)),
})
const air: Habit['measure'] = (chance, hour) => ({
  ambientTemperature: round(chance.around(23 + 4 * rhythm(hour), 1), 1),
  airHumidity: Math.round(chance.around(58 - 8 * rhythm(hour), 4)),
})
const mains =
  (volts: number, amperes: number): Habit['measure'] =>
  (chance, hour) => ({
    voltage: round(chance.around(volts, 3), 1),
    current: round(Math.max(0.1, chance.around(amperes * (1 + 0.4 * rhythm(hour)), amperes / 5)), 2),
  })
/** Between two phases, where three come in. */
const threePhase = mains(383, 40)

const worn = { everySeconds: 10, walks: true, drainPerHour: 3 }
const still = { everySeconds: 60, walks: false, drainPerHour: 0 }

export const habits: Record<DeviceKind, Habit> = {
  helmet: {
    ...worn,
    alarms: ['wearing', 'wearing', 'collision', 'fall', 'nearElectricity', 'button'],
    measure: (chance, hour) => ({
      heartRate: Math.round(chance.around(82 + 9 * rhythm(hour), 10)),
      altitude: round(chance.around(268 + 12 * rhythm(hour), 6), 1),
      ambientTemperature: round(chance.around(21 + 5 * rhythm(hour), 1), 1),
    }),
  },
  wristband: { ...worn, alarms: ['heartRate', 'temperature', 'wearing', 'button'], measure: vitals },
  watch: { ...worn, alarms: ['watchWarning', 'bloodPressure', 'fall', 'button'], measure: pressure },
  ankleBracelet: { ...worn, alarms: ['wearing', 'fenceExit'], measure: () => ({}) },
  locator: { ...worn, everySeconds: 15, alarms: ['fenceExit', 'fenceEntry'], measure: () => ({}) },
  smokeDetector: {
    ...still,
    everySeconds: 90,
    drainPerHour: 0.02,
    alarms: ['mute', 'mute', 'deviceFault', 'deviceFault', 'smoke'],
    measure: (chance, hour) => ({
      smoke: round(chance.between(0.02, 0.09), 3),
      ambientTemperature: round(chance.around(21 + 3 * rhythm(hour), 1), 1),
    }),
  },
  fireButton: { ...still, everySeconds: 90, drainPerHour: 0.02, alarms: ['fireButton'], measure: () => ({}) },
  gasSensor: {
    ...still,
    alarms: ['harmfulGas'],
    measure: chance => ({ gas: round(chance.between(0.5, 2.5), 2) }),
  },
  waterPressure: {
    ...still,
    drainPerHour: 0.03,
    alarms: ['deviceFault'],
    measure: chance => ({ waterPressure: round(chance.around(0.42, 0.04), 3) }),
  },
  airSwitch: { ...still, alarms: ['powerLoss', 'environmentTemperature'], measure: mains(228, 11) },
  breaker: {
    ...still,
    alarms: ['powerLoss', 'deviceFault'],
    measure: (chance, hour) => ({
      ...threePhase(chance, hour),
      ambientTemperature: round(chance.around(31 + 5 * rhythm(hour), 1), 1),
    }),
  },
  camera: { ...still, alarms: ['deviceFault'], measure: () => ({}) },
  doorUnit: { ...still, everySeconds: 45, alarms: ['button'], measure: () => ({}) },
  uwbStation: { ...still, alarms: ['deviceFault'], measure: () => ({}) },
  gateway: { ...still, alarms: ['powerLoss', 'deviceFault'], measure: mains(229, 24) },
  dtu: { ...still, alarms: ['deviceFault'], measure: mains(229, 9) },
  electricityMeter: { ...still, alarms: ['powerLoss'], measure: mains(227, 8) },
  environment: {
    ...still,
    alarms: ['airQuality'],
    measure: (chance, hour) => ({
      ...air(chance, hour),
      airQuality: Math.round(chance.around(55 + 15 * rhythm(hour), 12)),
      odour: round(chance.between(0, 4), 1),
      vocs: Math.round(chance.around(180, 60)),
    }),
  },
}
