// What devices say of themselves (message 2003): everything about such a field that is no words. From this table come the
// column of the database, the fields of messages and of batches of changes, and the alarms that last as long as they do.
// A new one begins here, see docs/adding-a-reading.md.
import * as z from 'zod/mini'
import type { AlarmType } from '../alarm/alarm-types.ts'
import { keysOf } from '../keys.ts'

interface Facts {
  /** Its name in messages of devices. */
  said: string
  /** Tag of compact messages. Tags are for ever: never renumber. */
  tag: number
  /** Numbers that travel instead of its words. */
  digits?: readonly (readonly [digit: number, word: string])[]
  /** What every other number means, and the number sent for it. */
  otherwise?: readonly [word: string, digit: number]
  /** An alarm lasts as long as the device says this. */
  lasting?: { says: string; type: AlarmType }
}

/** A field with its schema, as a row has it and as a message may leave it out. */
const field = <Schema extends z.ZodMiniType<string | boolean>, const Own extends Facts>(
  schema: Schema,
  facts: Own,
) => ({ ...facts, schema, stored: z.nullable(schema), reported: z.optional(schema) })

const numbered = (words: readonly string[]) => words.map((word, digit) => [digit, word] as const)

export const footRing = z.enum(['loose', 'tight'])
const harmfulGas = z.enum(['detected', 'none'])
export const valve = z.enum(['open', 'closed'])
/** A switch that opens to two sides, as a curtain or a gate does. */
export const switchPosition = z.enum(['leftOpen', 'stopped', 'rightOpen'])
export const switchControl = z.enum(['manual', 'auto'])

/** What a switch says, or its gateway for it. */
export const switchFields = {
  /** The contacts are closed: there is power behind it. */
  closed: field(z.boolean(), { said: 'closed', tag: 128 }),
  /** It refuses orders to switch until it is unlocked. */
  locked: field(z.boolean(), { said: 'locked', tag: 129 }),
  /** Who may switch. */
  switchControl: field(switchControl, { said: 'control', tag: 130 }),
  switchPosition: field(switchPosition, {
    said: 'switch',
    tag: 136,
    digits: numbered(switchPosition.options),
  }),
} as const

/** What only the device itself says. */
export const ownFields = {
  /** Ankle bracelet. */
  footRing: field(footRing, {
    said: 'footRing',
    tag: 132,
    digits: [[1, 'loose']],
    otherwise: ['tight', 0],
    lasting: { says: 'loose', type: 'wearing' },
  }),
  harmfulGas: field(harmfulGas, {
    said: 'harmfulGas',
    tag: 133,
    digits: numbered(harmfulGas.options),
    lasting: { says: 'detected', type: 'harmfulGas' },
  }),
  valve: field(valve, { said: 'valve', tag: 135 }),
} as const

export const stateFields = { ...ownFields, ...switchFields }

export type StateField = keyof typeof stateFields
export const stateFieldNames = keysOf(stateFields)
/** What they can be. */
export type StateValues = { [Field in StateField]: z.output<(typeof stateFields)[Field]['schema']> }

type Said = (typeof stateFields)[StateField]['said']
/** The table as a list. */
export const stateFacts: readonly (Facts & {
  field: StateField
  said: Said
  schema: z.ZodMiniType<string | boolean>
})[] = stateFieldNames.map(name => ({ field: name, ...stateFields[name] }))

/** Those whose alarm lasts as long as the device says so. */
export const lastingStates = stateFacts.flatMap(({ field: name, said, lasting }) =>
  lasting ? [{ field: name, said, ...lasting }] : [],
)

/** Everything about a device that changes while one looks at it. */
export const liveFields = [
  'state',
  'battery',
  'signal',
  'mainsPower',
  ...stateFieldNames,
  'lastMessageAt',
  'connectedAt',
  'offlineAt',
] as const
