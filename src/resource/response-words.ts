// Words of response cards: the steps that the product ships with, and who a step is for.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StepRole } from '../domain/response/response-card.ts'
import { isShippedStep, type ShippedStepKey } from '../domain/response/shipped-cards.ts'

const shippedWords: Record<ShippedStepKey, MessageDescriptor> = {
  callPerson: msg`Call the person and ask what happened`,
  callSite: msg`Call somebody on site and ask what they see`,
  lookAtCamera: msg`Look at the nearest camera`,
  sendGuard: msg`Send the nearest guard to the place`,
  callAmbulance: msg`Call an ambulance if somebody is hurt or does not answer`,
  callFireBrigade: msg`Call the fire brigade, unless it is a false alarm for certain`,
  warnPeople: msg`Warn everybody nearby and have them leave`,
  cutPower: msg`Have the power cut off`,
  shutGas: msg`Have the gas shut off and windows opened; no switches, no flames`,
  openWay: msg`Open doors and gates for the rescuers`,
  stayThere: msg`Stay with the person until help has come`,
  tellLead: msg`Tell the person in charge`,
  checkDevice: msg`Check the device and reset it`,
  writeUp: msg`Write down what was found and done`,
}

export const roleWords: Record<StepRole, MessageDescriptor> = {
  taker: msg`Whoever took the alarm`,
  dutyOfficer: msg`Duty officer`,
  guard: msg`Guard`,
  lead: msg`Person in charge`,
  anybody: msg`Anybody`,
}

/** What a step says: the tenant's own words, else those that the product ships with. */
export function stepText(i18n: I18n, { key, text }: { key: string; text: string | null }): string {
  if (text !== null) return text
  return isShippedStep(key) ? i18n._(shippedWords[key]) : key
}
