// A command to one device and how far it got.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, imei, moment, rowBase } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { commandKinds } from './command-input.ts'

export const commandState = z.enum(['waiting', 'sent', 'delivered', 'done', 'failed', 'expired'])
export const commandKind = z.enum(commandKinds)
export type CommandState = z.output<typeof commandState>

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

const commandGrants: PermissionGrants = {
  menu: 'DeviceList',
  property: ['read', 'export'],
  duty: ['read', 'export'],
}

export const deviceCommand = defineEntity({
  key: 'deviceCommand',
  service: 'device',
  permission: 'deviceCommand',
  grants: commandGrants,
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    deviceId: id,
    imei,
    deviceName: z.optional(z.string()),
    /** The command to many devices that it is part of. */
    batchId: z.nullable(id),
    kind: commandKind,
    input: z.nullable(z.record(z.string(), z.unknown())),
    state: commandState,
    reason: z.nullable(z.string()),
    userName: z.nullable(z.string()),
    sentAt: z.nullable(moment),
    finishedAt: z.nullable(moment),
    expiresAt: moment,
    /** How often it was sent. */
    attempts: z.int(),
  }),
  filters: {
    imei: 'equals',
    deviceId: 'equals',
    batchId: 'equals',
    state: 'oneOf',
    kind: 'oneOf',
    createdAt: 'range',
  },
  sorts: ['createdAt', 'state', 'kind'],
  defaultSort: '-createdAt',
  search: ['imei'],
  countBy: 'state',
  shownIn: ['commandBatch'],
  removable: false,
  commands: {
    cancel: {
      permission: 'device.command',
      // What has been sent cannot be called back, nor what has been paid for.
      hindrance: ({ state, kind }) => stepUnless(state === 'waiting' && kind !== 'credit'),
    },
  },
})

/** A command to many devices at once; the devices' own commands say how far each got. */
export const commandBatch = defineEntity({
  key: 'commandBatch',
  service: 'device',
  permission: 'deviceCommand',
  grants: commandGrants,
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    kind: commandKind,
    input: z.nullable(z.record(z.string(), z.unknown())),
    /** In words: the group's name, "12 devices". */
    target: z.string(),
    groupId: z.nullable(id),
    total: z.int(),
    /** Not over yet: waiting, sent or delivered. */
    pending: z.int(),
    done: z.int(),
    /** Failed or expired. */
    failed: z.int(),
    /** Devices that were named but cannot do it, with the reason of each: no command was written for them. */
    refused: z.array(
      z.object({ deviceId: id, imei: z.string(), deviceName: z.string(), reason: z.string() }),
    ),
    userName: z.nullable(z.string()),
  }),
  filters: { kind: 'oneOf', groupId: 'equals', createdAt: 'range' },
  sorts: ['createdAt', 'kind', 'total'],
  defaultSort: '-createdAt',
  search: ['target', 'userName'],
  removable: false,
  commands: { cancel: { permission: 'device.command', hindrance: ({ pending }) => stepUnless(pending > 0) } },
})
