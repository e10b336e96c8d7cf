// A device's life: handing out, its steps, activations, when it was online.
import * as z from 'zod/mini'
import { allocationItem } from '../../domain/device/allocation.ts'
import { deviceLifecycle, lifecycleStep } from '../../domain/device/lifecycle.ts'
import { chosenIds, id, imei, moment, text, zoneName } from '../../domain/fields.ts'
import { NOTE_LENGTH } from '../../domain/limits.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const time = inQuery(16, moment)
const idInQuery = inQuery(15, id)
/** Most devices one allocation may name. */
export const MOST_ALLOCATED = 1_000

/** Hands devices to a department of the own tenant or, by the platform, to another tenant. Runs as a task. */
export const allocate = endpoint({
  service: 'device',
  method: 'POST',
  path: 'allocation/start',
  access: 'allocation.save',
  summary: 'Hand devices to a department or a tenant',
  idempotent: true,
  request: z.strictObject({
    deviceIds: chosenIds(MOST_ALLOCATED),
    targetDepartmentId: z.optional(z.nullable(id)),
    targetTenantId: z.optional(z.nullable(id)),
    note: z.optional(text(NOTE_LENGTH)),
  }),
  response: z.object({ allocationId: id }),
})

export const allocationItems = endpoint({
  service: 'device',
  method: 'GET',
  path: 'allocation/items',
  access: 'allocation.read',
  summary: 'The devices of an allocation and what became of each',
  request: z.strictObject({ id: idInQuery }),
  response: z.array(allocationItem),
})

export const deviceSteps = endpoint({
  service: 'device',
  method: 'GET',
  path: 'device/steps',
  access: 'device.read',
  summary: "The steps of a device's life, newest first",
  request: z.strictObject({ imei }),
  response: z.array(
    z.object({
      id,
      step: lifecycleStep,
      from: deviceLifecycle,
      to: deviceLifecycle,
      userName: z.nullable(z.string()),
      note: z.nullable(z.string()),
      at: moment,
    }),
  ),
})

export const activations = endpoint({
  service: 'device',
  method: 'GET',
  path: 'device/activations',
  access: 'device.read',
  summary: 'Devices activated in each day, week or month of a period',
  request: z.strictObject({ from: time, to: time, zone: zoneName, by: z.enum(['day', 'week', 'month']) }),
  response: z.object({
    /** Beginning of each bucket, gaps filled with 0. */
    buckets: z.array(z.object({ at: moment, count: z.int() })),
    activated: z.int(),
    notActivated: z.int(),
  }),
})

export const onlineHistory = endpoint({
  service: 'device',
  method: 'GET',
  path: 'device/onlineHistory',
  cost: 'report',
  access: 'device.read',
  summary: 'When a device went online (1) and offline (2) in a period',
  request: z.strictObject({ imei, from: time, to: time }),
  response: z.object({
    /** How it was when the period began; null: nothing known. */
    before: z.nullable(z.union([z.literal(1), z.literal(2)])),
    changes: z.array(z.object({ at: moment, state: z.union([z.literal(1), z.literal(2)]) })),
    onlineMs: z.int(),
    offlineMs: z.int(),
    /** Share of the period that was cut off because there are more changes than are told. */
    cut: z.boolean(),
  }),
})
