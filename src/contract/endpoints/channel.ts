// The transparent channel of a device: what went through it, and sending.
import * as z from 'zod/mini'
import { commandState } from '../../domain/device/command.ts'
import { payload, payloadForm } from '../../domain/device/payload.ts'
import { id, imei, moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery, wholeInQuery } from '../query-values.ts'

/** One payload: `in` came from the device, `out` was sent to it and has a state. */
export const channelEntry = z.object({
  key: z.string(),
  direction: z.enum(['in', 'out']),
  at: moment,
  form: payloadForm,
  data: z.string(),
  state: z.nullable(commandState),
  reason: z.nullable(z.string()),
  userName: z.nullable(z.string()),
})

export const channelEntries = endpoint({
  service: 'device',
  method: 'GET',
  path: 'device/channel',
  access: 'device.read',
  summary: 'What went through a device, newest first',
  request: z.strictObject({
    imei,
    /** Only what is older. */
    before: z.optional(inQuery(16, moment)),
    limit: z.optional(wholeInQuery(3, 1, 200)),
  }),
  response: z.array(channelEntry),
})

/** At once or not at all: what a machine was told an hour ago may be wrong by now. */
export const sendPayload = endpoint({
  service: 'device',
  method: 'POST',
  path: 'device/sendPayload',
  access: 'device.raw',
  summary: 'Send a payload through a device that is online',
  request: z.strictObject({ imei, payload }),
  response: z.object({ commandId: id }),
})
