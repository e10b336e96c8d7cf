// Which settings mean something to a kind of device: nobody sets the heart rate of a door.
import type { DeviceKind } from './device.ts'
import { type LimitedReading, limitedReadings, type ReadingKind, readingKinds, readings } from './readings.ts'
import { reportedKinds } from './reported-kinds.ts'
import type { DeviceSettings } from './settings.ts'

export type SettingName = Exclude<keyof DeviceSettings, 'limits'>

/** Worn on the body or carried along: they move, are put on, and speak for somebody. */
export const worn: readonly DeviceKind[] = ['helmet', 'wristband', 'watch', 'ankleBracelet']
const moving: readonly DeviceKind[] = [...worn, 'locator']
/** The same with a voice of their own. */
const calling: readonly DeviceKind[] = ['helmet', 'wristband', 'watch', 'locator']

/** Readings whose limits can be set on a kind of device. */
export const limitsFor = (kind: DeviceKind): LimitedReading[] =>
  limitedReadings.filter(each => reportedKinds(kind).includes(each))

/** The readings whose interval or duration a setting is. */
const readingsOf = (name: SettingName): readonly ReadingKind[] =>
  name === 'gasMeasureSeconds' ? ['gas'] : readingKinds.filter(kind => readings[kind].every === name)
const ofKind: Partial<Record<SettingName, readonly DeviceKind[]>> = {
  positionMinutes: moving,
  welcomeMessage: worn,
  contacts: calling,
  allowedNumbers: calling,
  blockedNumbers: calling,
}

/** Whether a setting other than limits means something to a kind of device; `sends` are readings it has sent as well. */
export function takesSetting(
  kind: DeviceKind,
  name: SettingName,
  sends: readonly ReadingKind[] = [],
): boolean {
  const about = readingsOf(name)
  if (about.length > 0) return about.some(each => reportedKinds(kind).includes(each) || sends.includes(each))
  return ofKind[name]?.includes(kind) ?? true
}
