// Errors as the wire carries them: an id that is translated when shown, and the parameters it needs.
import * as z from 'zod/mini'

/** Response codes (console specification, section 8); those from 1400 on are this product's own. */
export const codes = {
  ok: 0,
  deliverAndShow: 1046,
  deliverSilently: 1228,
  sessionEnded: 208,
  invalid: 1400,
  forbidden: 1403,
  unknown: 1404,
  conflict: 1409,
  throttled: 1429,
  failed: 1500,
} as const

/** What went wrong, by name. The console has words for each in every language. */
export const errorIds = [
  // session
  'session.ended',
  'session.badCredentials',
  'session.badCode',
  'session.codeTooSoon',
  'session.codeTooMany',
  'session.throttled',
  'session.disabled',
  'session.visitorOff',
  'session.wrongPassword',
  'session.linkInvalid',
  // rights
  'forbidden',
  'forbidden.escalation',
  'forbidden.self',
  // fields
  'field.required',
  'field.type',
  'field.tooShort',
  'field.tooLong',
  'field.tooSmall',
  'field.tooBig',
  'field.format',
  'field.choice',
  'field.unknownKey',
  'field.reference',
  'field.duplicate',
  'field.text',
  'field.phone',
  'field.imei',
  'field.imsi',
  'field.iccid',
  'field.email',
  'field.username',
  'field.passwordShort',
  'field.limitOrder',
  'field.imageAddress',
  'field.uri',
  'field.mark',
  'field.cycle',
  'field.json',
  'field.tooDeep',
  // rows
  'row.unknown',
  'row.changed',
  'row.inUse',
  'row.builtIn',
  'nothingSelected',
  // states
  'state.transition',
  'device.offline',
  'command.none',
  'alarm.takenBy',
  'call.takenBy',
  'call.over',
  'call.none',
  'call.busy',
  'call.self',
  'call.notReachable',
  'call.providerFailed',
  'door.codeInvalid',
  'door.notDoorUnit',
  'door.oneHolder',
  'door.cardNotIssued',
  'door.writing',
  'push.noChannel',
  'tenant.disabled',
  // transport
  'request.tooLarge',
  'request.timeout',
  'request.unsupported',
  'route.unknown',
  'throttled',
  'failed',
  'unavailable',
] as const
export type ErrorId = (typeof errorIds)[number]
export const errorId = z.enum(errorIds)

/** Body of a refused call. `field` is a dotted path such as `contacts.0.phone`. `msg` is plain English for integrators. */
export const refusal = z.object({
  code: z.union([z.int(), z.string()]),
  msg: z.optional(z.string()),
  id: z.optional(z.string()),
  field: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type Refusal = z.output<typeof refusal>
