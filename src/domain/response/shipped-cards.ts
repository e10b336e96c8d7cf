// The cards that every tenant has before it writes its own: one for each critical type. What a step is called, the console says.
import { type AlarmType, type CriticalType, isCriticalType } from '../alarm/alarm-types.ts'
import type { StepRole } from './response-card.ts'

export const shippedStepKeys = [
  'callPerson',
  'callSite',
  'lookAtCamera',
  'sendGuard',
  'callAmbulance',
  'callFireBrigade',
  'warnPeople',
  'cutPower',
  'shutGas',
  'openWay',
  'stayThere',
  'tellLead',
  'checkDevice',
  'writeUp',
] as const
export type ShippedStepKey = (typeof shippedStepKeys)[number]

export interface ShippedStep {
  key: ShippedStepKey
  who: StepRole
  /** Seconds from the alarm. */
  within: number
}

const step = (key: ShippedStepKey, who: StepRole, within: number): ShippedStep => ({ key, who, within })

/** A critical type without one does not compile. */
const shipped: Readonly<Record<CriticalType, readonly ShippedStep[]>> = {
  sos: [
    step('callPerson', 'taker', 60),
    step('lookAtCamera', 'dutyOfficer', 120),
    step('sendGuard', 'dutyOfficer', 180),
    step('callAmbulance', 'taker', 300),
    step('stayThere', 'guard', 600),
    step('tellLead', 'dutyOfficer', 900),
    step('writeUp', 'taker', 1800),
  ],
  fall: [
    step('callPerson', 'taker', 60),
    step('sendGuard', 'dutyOfficer', 180),
    step('callAmbulance', 'taker', 300),
    step('stayThere', 'guard', 600),
    step('writeUp', 'taker', 1800),
  ],
  smoke: [
    step('callSite', 'taker', 60),
    step('lookAtCamera', 'dutyOfficer', 120),
    step('sendGuard', 'dutyOfficer', 180),
    step('callFireBrigade', 'taker', 240),
    step('warnPeople', 'guard', 300),
    step('openWay', 'dutyOfficer', 480),
    step('checkDevice', 'guard', 3600),
    step('writeUp', 'taker', 3600),
  ],
  fireButton: [
    step('lookAtCamera', 'dutyOfficer', 60),
    step('callFireBrigade', 'taker', 120),
    step('warnPeople', 'guard', 180),
    step('sendGuard', 'dutyOfficer', 180),
    step('openWay', 'dutyOfficer', 480),
    step('tellLead', 'dutyOfficer', 600),
    step('writeUp', 'taker', 3600),
  ],
  harmfulGas: [
    step('callSite', 'taker', 60),
    step('warnPeople', 'guard', 120),
    step('shutGas', 'guard', 240),
    step('callFireBrigade', 'taker', 300),
    step('openWay', 'dutyOfficer', 480),
    step('tellLead', 'dutyOfficer', 600),
    step('writeUp', 'taker', 3600),
  ],
  nearElectricity: [
    step('callPerson', 'taker', 30),
    step('warnPeople', 'taker', 60),
    step('cutPower', 'dutyOfficer', 180),
    step('sendGuard', 'dutyOfficer', 300),
    step('tellLead', 'dutyOfficer', 600),
    step('writeUp', 'taker', 1800),
  ],
}

/** The shipped card of a type; undefined where the product says nothing. */
export const shippedCardOf = (type: AlarmType): readonly ShippedStep[] | undefined =>
  isCriticalType(type) ? shipped[type] : undefined

export const isShippedStep = (key: string): key is ShippedStepKey =>
  shippedStepKeys.some(each => each === key)
