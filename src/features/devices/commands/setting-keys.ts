// Which settings somebody has ticked to be changed, and what of a form is sent for them.

import { intervalNames } from '../../../domain/device/intervals.ts'
import { limitedReadings } from '../../../domain/device/readings.ts'
import { keysOf } from '../../../domain/keys.ts'
import type { FieldProblems } from '../../../resource/form-values.ts'
import { type SettingsDraft, settingsOf } from '../settings-values.ts'

export const limitKeys = limitedReadings.map(kind => `limits.${kind}` as const)

/** All that can be ticked. */
export const settingKeys = [
  ...limitKeys,
  ...intervalNames,
  'welcomeMessage' as const,
  'contacts' as const,
  'allowedNumbers' as const,
  'blockedNumbers' as const,
]
export type SettingKey = (typeof settingKeys)[number]

/** What is sent: only the ticked settings, as the draft has them. Lists may be sent empty: that clears them. */
export function givenSettings(
  draft: SettingsDraft,
  ticked: ReadonlySet<SettingKey>,
): Record<string, unknown> {
  const { limits, ...others } = settingsOf(draft)
  const chosenLimits = keysOf(limits).flatMap(kind =>
    ticked.has(`limits.${kind}`) ? [[kind, limits[kind]] as const] : [],
  )
  const chosen = keysOf(others).flatMap(key => (ticked.has(key) ? [[key, others[key]] as const] : []))
  return {
    ...(chosenLimits.length > 0 && { limits: Object.fromEntries(chosenLimits) }),
    ...Object.fromEntries(chosen),
    // Sent even when it is empty: that removes the welcome message.
    ...(ticked.has('welcomeMessage') && { welcomeMessage: draft.welcomeMessage }),
  }
}

/** Ticked settings that were left empty. */
export function emptySettings(draft: SettingsDraft, ticked: ReadonlySet<SettingKey>): FieldProblems {
  const missing: Record<string, { id: string }> = {}
  for (const kind of limitedReadings) {
    const { lower, upper } = draft.limits[kind]
    if (ticked.has(`limits.${kind}`) && !lower.trim() && !upper.trim())
      missing[`limits.${kind}`] = { id: 'field.required' }
  }
  for (const name of intervalNames)
    if (ticked.has(name) && !draft.intervals[name].trim()) missing[name] = { id: 'field.required' }
  return missing
}
