// What each kind of command carries, who may give it and how long it is worth sending.
import * as z from 'zod/mini'
import { DAY_MS, MINUTE_MS } from '../durations.ts'
import { nonEmpty, text } from '../fields.ts'
import { keysOf } from '../keys.ts'
import { ADDRESS_LENGTH } from '../limits.ts'
import type { DeviceKind } from './device.ts'
import { payload } from './payload.ts'
import { deviceSettings } from './settings.ts'

/** Modes of a switch (console specification, section 4): linked ones move every switch of a gateway together. */
export const switchMode = z.enum([
  'singleOff',
  'singleOn',
  'linkedOff',
  'linkedOn',
  'manualClose',
  'autoLink',
  'manualLink',
])
export type SwitchMode = z.output<typeof switchMode>

/** Address of an MP3; empty: the device plays its default sound. */
export const audioAddress = z
  .string()
  .check(
    z.maxLength(ADDRESS_LENGTH),
    z.regex(/^(|\/files\/[\w.-]+|https?:\/\/\S+)$/, { error: 'audioAddress' }),
  )

const nothing = z.strictObject({})

/** Input of every command, by kind. */
export const commandInputs = {
  restart: nothing,
  locate: nothing,
  speak: z.strictObject({ text: nonEmpty(200) }),
  settings: z.partial(deviceSettings),
  audio: z.strictObject({ url: z.optional(audioAddress) }),
  /** Random check: the wearer presses a button to answer. */
  check: z.strictObject({ text: z.optional(text(200)) }),
  switch: z.strictObject({ mode: switchMode }),
  lock: nothing,
  unlock: nothing,
  valve: z.strictObject({ to: z.enum(['open', 'closed']) }),
  /** A payload that the device passes on as it is. */
  raw: payload,
  /** Money for a meter, in fen. A meter takes a command of the same number once. */
  credit: z.strictObject({ amount: z.int().check(z.positive()), number: nonEmpty(64) }),
} as const

export type CommandKind = keyof typeof commandInputs
export const commandKinds = keysOf(commandInputs)

interface CommandFacts {
  permission: string
  /** After so long it is not sent any more: a restart an hour late surprises, a setting does not. */
  lifeMs: number
  /** Only for a device that is online now: nothing waits for its return. */
  atOnce: boolean
  /** Kinds of device it means something to; absent: all. */
  kinds?: readonly DeviceKind[]
}

const breakers: readonly DeviceKind[] = ['breaker', 'airSwitch', 'electricityMeter', 'gateway']
const speakers: readonly DeviceKind[] = [
  'helmet',
  'watch',
  'wristband',
  'doorUnit',
  'camera',
  'locator',
  'gateway',
]

export const commandFacts: Record<CommandKind, CommandFacts> = {
  restart: { permission: 'device.command', lifeMs: 10 * MINUTE_MS, atOnce: false },
  locate: { permission: 'device.command', lifeMs: 10 * MINUTE_MS, atOnce: false },
  speak: { permission: 'device.command', lifeMs: 10 * MINUTE_MS, atOnce: false, kinds: speakers },
  settings: { permission: 'device.settings', lifeMs: 30 * DAY_MS, atOnce: false },
  audio: { permission: 'device.command', lifeMs: 10 * MINUTE_MS, atOnce: false, kinds: speakers },
  check: {
    permission: 'device.command',
    lifeMs: 10 * MINUTE_MS,
    atOnce: false,
    kinds: ['helmet', 'watch', 'wristband', 'ankleBracelet', 'locator'],
  },
  switch: { permission: 'device.switch', lifeMs: MINUTE_MS / 2, atOnce: true, kinds: breakers },
  lock: { permission: 'device.switch', lifeMs: MINUTE_MS / 2, atOnce: true, kinds: breakers },
  unlock: { permission: 'device.switch', lifeMs: MINUTE_MS / 2, atOnce: true, kinds: breakers },
  valve: {
    permission: 'device.switch',
    lifeMs: MINUTE_MS / 2,
    atOnce: true,
    kinds: ['gasSensor', 'waterPressure', 'dtu'],
  },
  raw: { permission: 'device.raw', lifeMs: MINUTE_MS / 2, atOnce: true },
  // It is paid for: it waits as long as the meter needs.
  credit: {
    permission: 'bill.pay',
    lifeMs: 90 * DAY_MS,
    atOnce: false,
    kinds: ['electricityMeter', 'waterPressure', 'dtu'],
  },
}

/** True when a command of this kind means something to a device of that kind. */
export function understands(device: DeviceKind, command: CommandKind): boolean {
  return commandFacts[command].kinds?.includes(device) ?? true
}

/** Modes that a gateway carries out on every switch behind it. */
const linkedModes: readonly SwitchMode[] = ['linkedOff', 'linkedOn']
/** Modes that only a switch itself understands. */
const singleModes: readonly SwitchMode[] = ['singleOff', 'singleOn']

/** True when a mode means something to a device: linked ones to a gateway, single ones to a switch. */
export function takesMode(device: DeviceKind, mode: SwitchMode): boolean {
  return !(device === 'gateway' ? singleModes : linkedModes).includes(mode)
}

/** What a mode does to the contacts: cuts off, supplies, or leaves them. */
export function contactsAfter(mode: SwitchMode): 'open' | 'closed' | 'same' {
  if (mode === 'singleOff' || mode === 'linkedOff') return 'open'
  return mode === 'autoLink' || mode === 'manualLink' ? 'same' : 'closed'
}
