// How roll calls are stored: the roll is frozen in the transaction that starts one, and what is said of it is only added to.
import * as z from 'zod/mini'
import { type GatheringPoint, muster, placeFields } from '../../../src/domain/muster/muster.ts'
import { pointFor } from '../../../src/domain/muster/roster.ts'
import type { Bus } from '../../bus.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { addPerson, closeRoll, countHeads, sight } from './commands.ts'
import { readDepartments } from './departments.ts'
import { gatherRoster, musterPlace } from './gather.ts'

const nameOf = (table: string) => `(select x.name from ${table} x where x.id = t.${table}_id)`

export function musterStores(bus: Bus): Store[] {
  return [
    {
      entity: muster,
      table: {
        name: 'muster',
        columns: {
          tenantName: TENANT_NAME,
          state: `case when t.closed_at is null then 'running' else 'closed' end`,
          placeName: `coalesce(${['community', 'project', 'fence', 'drawing'].map(nameOf).join(', ')})`,
          wardens: `(select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name, a.id), '[]')
            from account a where a.id = any(t.warden_ids))`,
          people: '(select count(*)::int from muster_person p where p.muster_id = t.id)',
          unaccounted: `(select count(*)::int from muster_person p where p.muster_id = t.id and not exists
            (select from muster_sighting s where s.muster_id = p.muster_id and s.person_key = p.person_key))`,
        },
        accounts: 't.warden_ids',
        beforeSave: checkStart,
        afterSave: freezeRoster,
        commands: { sight, addPerson, countHeads, close: closeRoll },
        // Its wardens may be of other departments: that something has changed says nothing of anybody.
        afterChange: async ({ context: { sql }, id, tenantId }) => {
          const row = await firstOf(sql, tables.selectFrom('muster').select('version').where('id', '=', id))
          sql.afterCommit(() =>
            bus.emit('rows.changed', {
              ...{ tenantId, departmentId: 'any', entity: 'muster' },
              rows: [{ id, version: row?.version ?? null }],
            }),
          )
        },
      },
    },
  ]
}

const { points: pointsField, departmentId: departmentField } = muster.schema.shape

async function checkStart({ context, input, before, tenantId }: Saving): Promise<Record<string, unknown>> {
  // Who was to be counted, where and by whom is part of the record.
  if (before) throw new Refused('muster.started')
  const named = placeFields.filter(field => input[field] !== undefined && input[field] !== null)
  if (named.length > 1) throw new Refused('muster.onePlace', { field: named[1] ?? 'fenceId' })
  const points = z.parse(pointsField, input.points)
  await checkPeople(context.sql, points, tenantId)
  const now = Date.now()
  return {
    points: JSON.stringify(points),
    warden_ids: [...new Set(points.flatMap(({ wardenIds }) => wardenIds))],
    started_at: now,
    started_by_name: context.person.name,
  }
}

/** Wardens and departments of another tenant are as unknown as none. */
async function checkPeople(
  sql: Saving['context']['sql'],
  points: readonly GatheringPoint[],
  tenantId: number,
): Promise<void> {
  const wanted = [...new Set(points.flatMap(({ wardenIds }) => wardenIds))]
  if (wanted.length > 0) {
    const known = await rowsOf(
      sql,
      tables
        .selectFrom('account')
        .select('id')
        .where('id', 'in', wanted)
        .where('tenant_id', '=', tenantId)
        .where('removed_at', 'is', null),
    )
    if (known.length < wanted.length) throw new Refused('field.reference', { field: 'points' })
  }
  const { parents } = await readDepartments(sql, tenantId)
  if (points.some(({ departmentIds }) => departmentIds.some(each => !parents.has(each))))
    throw new Refused('field.reference', { field: 'points' })
}

/** So many rows a statement: it takes 65,535 values at most. */
const ROWS_AT_ONCE = 1_000

async function freezeRoster({ context, input, id, tenantId }: Saving & { id: number }): Promise<void> {
  const { sql, person } = context
  const points = z.parse(pointsField, input.points)
  const departmentId = z.parse(departmentField, input.departmentId) ?? null
  const { below } = await readDepartments(sql, tenantId)
  const { roster } = await gatherRoster({
    ...{ sql, tenantId, place: z.parse(musterPlace, input), now: Date.now() },
    heldTo: [
      ...(departmentId === null ? [] : [below(departmentId)]),
      ...(person.departments === null ? [] : [[...person.departments]]),
    ],
  })
  for (let at = 0; at < roster.length; at += ROWS_AT_ONCE)
    await rowsOf(
      sql,
      tables
        .insertInto('muster_person')
        .values(
          roster.slice(at, at + ROWS_AT_ONCE).map(each => ({
            ...{ tenant_id: tenantId, muster_id: id, person_key: each.key, name: each.name },
            ...{ detail: each.detail, point_key: pointFor(each.departmentIds, points) },
            known_by: [...each.knownBy],
            signs: JSON.stringify(each.signs),
          })),
        )
        .returning('id'),
    )
}
