// What devices tell of their SIM cards against what is bound to them.
import * as z from 'zod/mini'
import { chosenIds, id, imei, moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { commandResult } from '../entity-endpoints.ts'

/** Most differences told at once. */
export const MOST_DIFFERENCES = 200

export const simDifferences = endpoint({
  service: 'iotCard',
  method: 'GET',
  path: 'simBinding/differences',
  access: 'simBinding.read',
  summary: 'Devices that tell another SIM card than is bound to them',
  request: z.strictObject({}),
  response: z.object({
    total: z.int(),
    list: z.array(
      z.object({
        deviceId: id,
        imei,
        deviceName: z.string(),
        told: z.string(),
        toldAt: z.nullable(moment),
        /** The card that is bound to it; null: none. */
        bound: z.nullable(z.string()),
        /** `free` can be bound, `taken` is bound to another device, `unknown` is no card of the tenant. */
        kind: z.enum(['free', 'taken', 'unknown']),
        takenBy: z.nullable(z.string()),
      }),
    ),
  }),
})

/** Binds to each device the card it tells, taking it out of wherever the platform thought it was. */
export const followDevices = endpoint({
  service: 'iotCard',
  method: 'POST',
  path: 'simBinding/follow',
  access: 'simBinding.save',
  summary: 'Bind to devices the SIM cards that they tell',
  idempotent: true,
  request: z.strictObject({
    deviceIds: chosenIds(MOST_DIFFERENCES),
  }),
  response: commandResult,
})
