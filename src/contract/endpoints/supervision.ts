// What the console asks of supervision beyond the generic endpoints.
import * as z from 'zod/mini'
import { id, nonEmpty } from '../../domain/fields.ts'
import { conditionKind } from '../../domain/supervision/judge-condition.ts'
import { confidentialRow } from '../../domain/supervision/monitored-person.ts'
import { incidentLine, wornRow } from '../../domain/supervision/records.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)
const textOrNone = z.nullable(z.string())

/** What is confidential of a person. Each look stands in the audit log with its reason. */
export const lookAtPerson = endpoint({
  service: 'user',
  method: 'POST',
  path: 'monitoredPerson/look',
  access: 'monitoredPerson.confidential',
  summary:
    'The confidential fields of a monitored person; the look and its reason are written to the audit log',
  request: z.strictObject({ id, reason: nonEmpty(200) }),
  response: wireOf(confidentialRow),
})

/** How a person stands with each condition now. */
export const personStanding = endpoint({
  service: 'user',
  method: 'GET',
  path: 'monitoredPerson/standing',
  access: 'monitoredPerson.read',
  summary: 'Whether a monitored person keeps each condition now; unknown where nobody knows',
  request: z.strictObject({ id: idInQuery }),
  response: z.object({
    conditions: z.array(
      z.object({
        id,
        kind: conditionKind,
        fenceId: z.nullable(id),
        fenceName: textOrNone,
        days: z.array(z.int()),
        fromMinute: z.nullable(z.int()),
        untilMinute: z.nullable(z.int()),
        zone: z.string(),
        minBattery: z.nullable(z.int()),
        standing: z.enum(['kept', 'broken', 'unknown', 'notNow', 'permitted']),
      }),
    ),
  }),
})

export const incidentStory = endpoint({
  service: 'user',
  method: 'GET',
  path: 'incident/story',
  access: 'monitoredPerson.read',
  summary: 'What was reported and done in an incident, oldest first',
  request: z.strictObject({ id: idInQuery }),
  response: z.array(incidentLine),
})

/** Who wears what now, for maps; at most 5,000. */
export const wornDevices = endpoint({
  service: 'user',
  method: 'GET',
  path: 'monitoredPerson/worn',
  access: 'monitoredPerson.read',
  summary: 'Monitored persons under supervision with the devices that they wear and their levels',
  request: z.strictObject({}),
  response: z.array(wireOf(wornRow)),
})
