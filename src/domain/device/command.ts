// An order to one device and how far it got.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, imei, moment, rowBase } from '../fields.ts'

export const commandState = z.enum(['waiting', 'sent', 'delivered', 'done', 'failed', 'expired'])
export const commandKind = z.enum(['restart', 'locate', 'speak', 'settings'])
export type CommandState = z.output<typeof commandState>
export type CommandKind = z.output<typeof commandKind>

/** Which steps exist; everything else is 'no such state transition'. */
export const commandSteps: Record<CommandState, readonly CommandState[]> = {
  waiting: ['sent', 'failed', 'expired'],
  sent: ['delivered', 'done', 'failed', 'expired', 'waiting'],
  delivered: ['done', 'failed', 'expired'],
  done: [],
  failed: [],
  expired: [],
}

/** True when a command may go from one state to the other. */
export function commandMayStep(from: CommandState, to: CommandState): boolean {
  return commandSteps[from].includes(to)
}

export const deviceCommand = defineEntity({
  key: 'deviceCommand',
  service: 'device',
  permission: 'deviceCommand',
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    deviceId: id,
    imei,
    kind: commandKind,
    input: z.nullable(z.record(z.string(), z.unknown())),
    state: commandState,
    reason: z.nullable(z.string()),
    userName: z.nullable(z.string()),
    sentAt: z.nullable(moment),
    finishedAt: z.nullable(moment),
    expiresAt: moment,
  }),
  filters: { imei: 'equals', deviceId: 'equals', state: 'oneOf', kind: 'oneOf', createdAt: 'range' },
  sorts: ['createdAt', 'state', 'kind'],
  defaultSort: '-createdAt',
  search: ['imei'],
  removable: false,
  commands: { cancel: { permission: 'device.command' } },
})
