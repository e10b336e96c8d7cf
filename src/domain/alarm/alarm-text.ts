// The text message of an alarm to one person: by which carrier it went, and what became of it.
import * as z from 'zod/mini'
import { defineEntity, type RowOf } from '../entity.ts'
import { id, moment, rowBase, rowOwner } from '../fields.ts'
import { refusing, stepUnless } from '../hindrance.ts'
import { alarmStatus } from './alarm-step.ts'
import { alarmType } from './alarm-types.ts'

/** `sent`: the carrier has it; whether the phone got it is not known yet, or never. */
export const textState = z.enum(['queued', 'sent', 'delivered', 'failed'])
export type TextState = z.output<typeof textState>

/** Who carries it; `outbox` is the demo's own table. */
export const textWay = z.enum(['outbox', 'aliyun', 'tencent', 'http'])
export type TextWay = z.output<typeof textWay>

/**
 * Why one did not come. Of the carrier itself: `unreachable`, `overloaded`, `unreadable` (what it answered), `account`
 * (its account or key), `form` (signature or template). Of the phone: `number`, `phoneOff`, `blocked`, `tooMany`. And
 * `tooLate`: it was of no use any more; `refused`: for a reason that only the carrier's own words tell.
 */
export const textFailure = z.enum([
  'unreachable',
  'overloaded',
  'unreadable',
  'account',
  'form',
  'number',
  'phoneOff',
  'blocked',
  'tooMany',
  'tooLate',
  'refused',
])
export type TextFailure = z.output<typeof textFailure>

/** Written by the server alone. */
export const alarmText = defineEntity({
  key: 'alarmText',
  service: 'message',
  permission: 'alarmText',
  grants: { menu: 'AlarmHistory', property: ['read', 'export', 'send'], duty: ['read', 'export', 'send'] },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    alarmId: id,
    /** Of the alarm, as it stands now. */
    type: alarmType,
    status: alarmStatus,
    deviceName: z.string(),
    wearerName: z.nullable(z.string()),
    /** Who was to get it, by the name of then. */
    personName: z.nullable(z.string()),
    /** Enough of the number to know it by. */
    phone: z.string(),
    /** What it says. */
    content: z.string(),
    way: textWay,
    state: textState,
    failure: z.nullable(textFailure),
    /** The carrier's own words. */
    reason: z.nullable(z.string()),
    tries: z.int(),
    at: moment,
    sentAt: z.nullable(moment),
    settledAt: z.nullable(moment),
    /** While it waits for another try. */
    nextAt: z.nullable(moment),
    /** Who had it sent once more; null: it was the alarm itself that sent it. */
    againBy: z.nullable(z.string()),
    /** Another one was sent in its place. */
    replaced: z.boolean(),
  }),
  filters: {
    state: 'oneOf',
    way: 'oneOf',
    failure: 'oneOf',
    personName: 'contains',
    alarmId: 'equals',
    at: 'range',
  },
  sorts: ['at', 'state', 'personName', 'deviceName'],
  defaultSort: '-at',
  search: ['personName', 'deviceName', 'wearerName'],
  countBy: 'state',
  removable: false,
  commands: {
    /** Sends another one in place of one that failed, to the number that the person has now. */
    again: {
      permission: 'alarmText.send',
      // It failed, nobody has done so yet, and the alarm still needs somebody.
      hindrance: ({ state, replaced, status }) =>
        stepUnless(state === 'failed') ??
        (replaced ? refusing('text.replaced') : undefined) ??
        (status === 'handled' ? refusing('text.alarmHandled') : undefined),
    },
  },
})

export type AlarmText = RowOf<typeof alarmText>
