// The own tenant: what it is called, what it has, and the zone its days are counted in.
import * as z from 'zod/mini'
import { scenario } from '../../domain/access/session-words.ts'
import { id, zoneName } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'

export const ownTenant = endpoint({
  service: 'user',
  method: 'GET',
  path: 'tenant/own',
  access: 'session',
  summary: 'The tenant of who asks',
  request: z.strictObject({}),
  response: z.object({
    id,
    name: z.string(),
    scenario,
    phone: z.nullable(z.string()),
    address: z.nullable(z.string()),
    userCount: z.int(),
    deviceCount: z.int(),
    zone: zoneName,
    /** Messages a minute of its devices together; null: no bounds of its own. */
    messagesPerMinute: z.nullable(z.int()),
    /** On its own day so far. */
    messagesToday: z.int(),
    slowedToday: z.int(),
    refusedToday: z.int(),
  }),
})

/** What runs keeps the end that it has; the next packages are counted in the new zone. */
export const setTenantZone = endpoint({
  service: 'user',
  method: 'POST',
  path: 'tenant/zone',
  access: 'tenant.zone',
  summary: 'Set the time zone of the own tenant; answers the one before',
  request: z.strictObject({ zone: zoneName }),
  response: z.object({ before: zoneName }),
})
