// Between the settings of a device and a form of text fields.

import * as z from 'zod/mini'
import { type Interval, intervalNames } from '../../domain/device/intervals.ts'
import { type LimitedReading, limitedReadings } from '../../domain/device/readings.ts'
import type { DeviceSettings } from '../../domain/device/settings.ts'
import { keysOf, recordOf } from '../../domain/keys.ts'

export interface Contact {
  name: string
  phone: string
  relationship: string
}

/** The form's own state: every number as typed. */
export interface SettingsDraft {
  limits: Record<LimitedReading, { lower: string; upper: string }>
  intervals: Record<Interval, string>
  welcomeMessage: string
  contacts: Contact[]
  /** One number a line. */
  allowedNumbers: string
  blockedNumbers: string
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** What the form starts from. */
export function draftOf(settings: Partial<DeviceSettings>): SettingsDraft {
  return {
    limits: recordOf(limitedReadings, kind => {
      const limit = settings.limits?.[kind]
      return { lower: textOf(limit?.lower), upper: textOf(limit?.upper) }
    }),
    intervals: recordOf(intervalNames, name => textOf(settings[name])),
    welcomeMessage: settings.welcomeMessage ?? '',
    contacts: (settings.contacts ?? []).map(({ name, phone, relationship = '' }) => ({
      name,
      phone,
      relationship,
    })),
    allowedNumbers: (settings.allowedNumbers ?? []).join('\n'),
    blockedNumbers: (settings.blockedNumbers ?? []).join('\n'),
  }
}

const contactList = z.array(z.object({ name: z.string(), phone: z.string(), relationship: z.string() }))

/** Texts by their place in the form, as a draft of it is kept. */
export type SettingTexts = Readonly<Record<string, string>>

const textsOf = ({ limits, intervals: times, contacts, ...texts }: SettingsDraft): SettingTexts => ({
  ...texts,
  ...Object.fromEntries(
    limitedReadings.flatMap(kind =>
      (['lower', 'upper'] as const).map(side => [`limits.${kind}.${side}`, limits[kind][side]]),
    ),
  ),
  ...times,
  contacts: JSON.stringify(contacts),
})

/** What somebody changed of the form. */
export function changesOf(draft: SettingsDraft, start: SettingsDraft): SettingTexts {
  const before = textsOf(start)
  return Object.fromEntries(Object.entries(textsOf(draft)).filter(([place, text]) => text !== before[place]))
}

/** The form with changes laid over it; a place that it does not have is none. */
export function withChanges(start: SettingsDraft, changes: SettingTexts = {}): SettingsDraft {
  const text = (place: string, before: string): string => changes[place] ?? before
  return {
    limits: recordOf(limitedReadings, kind => ({
      lower: text(`limits.${kind}.lower`, start.limits[kind].lower),
      upper: text(`limits.${kind}.upper`, start.limits[kind].upper),
    })),
    intervals: recordOf(intervalNames, name => text(name, start.intervals[name])),
    welcomeMessage: text('welcomeMessage', start.welcomeMessage),
    contacts: contactsOf(changes.contacts) ?? start.contacts,
    allowedNumbers: text('allowedNumbers', start.allowedNumbers),
    blockedNumbers: text('blockedNumbers', start.blockedNumbers),
  }
}

function contactsOf(text: string | undefined): Contact[] | undefined {
  if (text === undefined) return undefined
  try {
    return contactList.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** A kept draft; undefined for what is none. */
export const readTexts = (kept: unknown): SettingTexts | undefined =>
  z.record(z.string(), z.string()).safeParse(kept).data

// What is no number becomes NaN: the schema says what is wrong with it.
const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;，；]/)
    .map(line => line.trim())
    .filter(Boolean)

/** The values without those that are undefined. */
export function present<T extends object>(values: T): Partial<T> {
  const kept: Partial<T> = { ...values }
  for (const key in kept) if (kept[key] === undefined) delete kept[key]
  return kept
}

/** The settings that a form describes; empty fields are left out. Not yet checked. */
export function settingsOf(draft: SettingsDraft): DeviceSettings {
  const limits = Object.entries(draft.limits).flatMap(([kind, { lower, upper }]) => {
    const limit = present({ lower: numberOf(lower), upper: numberOf(upper) })
    return Object.keys(limit).length > 0 ? [[kind, limit] as const] : []
  })
  const times = intervalNames.map(name => [name, numberOf(draft.intervals[name])] as const)
  return {
    limits: Object.fromEntries(limits),
    ...present(Object.fromEntries(times)),
    ...(draft.welcomeMessage && { welcomeMessage: draft.welcomeMessage }),
    contacts: draft.contacts.map(({ name, phone, relationship }) => ({
      name,
      phone,
      ...(relationship && { relationship }),
    })),
    allowedNumbers: linesOf(draft.allowedNumbers),
    blockedNumbers: linesOf(draft.blockedNumbers),
  }
}

/** True when the device uses just the value typed; both absent agree too. */
export function agrees(typed: string, reported: number | undefined): boolean {
  return numberOf(typed) === reported
}

const isUnset = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Settings that the device does not use as they are wanted; what nobody wants does not count. */
export function differing(desired: Partial<DeviceSettings>, reported: Partial<DeviceSettings>): string[] {
  const limits = limitedReadings.filter(kind => {
    const [wanted, used] = [desired.limits?.[kind], reported.limits?.[kind]]
    return (['lower', 'upper'] as const).some(
      side => wanted?.[side] !== undefined && wanted[side] !== used?.[side],
    )
  })
  const others = keysOf(desired).filter(key => {
    if (key === 'limits') return false
    const [wanted, used] = [desired[key], reported[key]]
    return isUnset(wanted) ? !isUnset(used) : JSON.stringify(wanted) !== JSON.stringify(used)
  })
  return [...limits.map(kind => `limits.${kind}`), ...others]
}
