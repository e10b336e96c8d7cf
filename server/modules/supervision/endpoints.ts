// What the console asks of supervision beyond the generic endpoints: a look with its reason, standings, stories, who wears what.
import * as z from 'zod/mini'
import {
  incidentStory,
  lookAtPerson,
  personStanding,
  wornDevices,
} from '../../../src/contract/endpoints/supervision.ts'
import { confidentialRow } from '../../../src/domain/supervision/monitored-person.ts'
import { incidentLine, wornRow } from '../../../src/domain/supervision/records.ts'
import { readRow, readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { standings } from './standing.ts'
import { confidentialColumns } from './stores.ts'

const MOST_WORN = 5_000

export function mountSupervision(handlers: Handlers, stores: { persons: Store; incidents: Store }): void {
  const { persons, incidents } = stores
  handlers.handle(lookAtPerson, async ({ id, reason }, context) => {
    const found = (await readRows(persons, [id], context)).get(id)
    if (!found) throw new Refused('row.unknown')
    const columns = Object.entries(confidentialColumns).map(([field, column]) => `${column} as "${field}"`)
    const row = await context.sql.first(`select ${columns.join(', ')} from monitored_person where id = $1`, [
      id,
    ])
    context.sql.audit({
      ...by(context, found.tenantId),
      action: 'monitoredPerson.look',
      entity: 'monitoredPerson',
      rowId: id,
      detail: { reason },
    })
    return z.parse(confidentialRow, row)
  })
  handlers.handle(personStanding, async ({ id }, context) => {
    await readRow(persons, id, context)
    return { conditions: await standings(context.sql, Date.now(), id) }
  })
  handlers.handle(incidentStory, async ({ id }, context) => {
    await readRow(incidents, id, context)
    const lines = await context.sql.query(
      'select id, kind, by, note, at from incident_line where incident_id = $1 order by at, id limit 500',
      [id],
    )
    return z.parse(z.array(incidentLine), lines)
  })
  handlers.handle(wornDevices, async (_, context) => {
    const conditions = new Conditions()
    conditions.parts.push(
      't.removed_at is null',
      `t.state in ('supervised', 'suspended')`,
      'worn.imei is not null',
    )
    addVisibility(persons, conditions, context)
    const rows = await context.sql.query(
      `select t.id as "personId", t.name, t.level, t.state = 'suspended' as suspended, worn.imei,
         (select count(*)::int from incident i where i.person_id = t.id and i.state <> 'closed') as "openIncidents",
         (select min(i.due_at) from incident i where i.person_id = t.id and i.state <> 'closed') as "dueAt"
       from monitored_person t ${persons.table.joins} where ${conditions.where} order by t.id limit ${MOST_WORN}`,
      conditions.values,
    )
    return z.parse(z.array(wornRow), rows)
  })
}
