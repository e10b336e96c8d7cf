// What phones say at gathering points: added once with the time it was said, before the end and after it; and how a roll call ends.
import * as z from 'zod/mini'
import { countInput } from '../../../src/domain/muster/head-count.ts'
import { addPersonInput, muster } from '../../../src/domain/muster/muster.ts'
import { type SightInput, sightInput } from '../../../src/domain/muster/sighting.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { standingsOf } from './roll.ts'

const { points: pointsField } = muster.schema.shape

function checkPoint({ row }: Commanding, point: string | null | undefined): string | null {
  if (point === undefined || point === null) return null
  if (!z.parse(pointsField, row.points).some(({ key }) => key === point))
    throw new Refused('field.reference', { field: 'input.point' })
  return point
}

export async function sight(commanding: Commanding): Promise<void> {
  const said = z.parse(sightInput, commanding.input)
  const known = await firstOf(
    commanding.context.sql,
    tables
      .selectFrom('muster_person')
      .select('id')
      .where('muster_id', '=', commanding.row.id)
      .where('person_key', '=', said.person),
  )
  if (!known) throw new Refused('field.reference', { field: 'input.person' })
  await addWord(commanding, said)
}

async function addWord(commanding: Commanding, said: SightInput): Promise<void> {
  const { context, row, tenantId, at } = commanding
  await rowsOf(
    context.sql,
    tables
      .insertInto('muster_sighting')
      .values({
        ...{ tenant_id: tenantId, muster_id: row.id, event_key: said.sighting, person_key: said.person },
        ...{ says: said.says, comment: said.comment?.trim() || null, means: said.means },
        point_key: checkPoint(commanding, said.point),
        settles: said.settles ?? [],
        ...{ at, recorded_at: Date.now(), account_id: context.person.accountId },
        user_name: context.person.name,
      })
      .onConflict(conflict => conflict.columns(['muster_id', 'event_key']).doNothing())
      .returning('id'),
  )
}

export async function addPerson(commanding: Commanding): Promise<void> {
  const { context, row, tenantId } = commanding
  const said = z.parse(addPersonInput, commanding.input)
  await rowsOf(
    context.sql,
    tables
      .insertInto('muster_person')
      .values({
        ...{ tenant_id: tenantId, muster_id: row.id, person_key: said.person, name: said.name.trim() },
        detail: said.detail?.trim() || null,
        point_key: checkPoint(commanding, said.point),
        ...{ added_by_name: context.person.name, added_at: Date.now() },
      })
      .onConflict(conflict => conflict.columns(['muster_id', 'person_key']).doNothing())
      .returning('id'),
  )
  await addWord(commanding, said)
}

export async function countHeads(commanding: Commanding): Promise<void> {
  const { context, row, tenantId, at } = commanding
  const said = z.parse(countInput, commanding.input)
  checkPoint(commanding, said.point)
  await rowsOf(
    context.sql,
    tables
      .insertInto('muster_count')
      .values({
        ...{ tenant_id: tenantId, muster_id: row.id, event_key: said.count, point_key: said.point },
        ...{ heads: said.heads, at, recorded_at: Date.now(), account_id: context.person.accountId },
        user_name: context.person.name,
      })
      .onConflict(conflict => conflict.columns(['muster_id', 'event_key']).doNothing())
      .returning('id'),
  )
}

/** The row is locked: whoever is said to be there meanwhile is said before the end or after it, never on the way. */
export async function closeRoll({ context, row, input }: Commanding): Promise<void> {
  const { sql, person } = context
  const standings = await standingsOf(sql, row.id)
  const left = [...standings.values()].filter(({ state }) => state === 'unaccounted').length
  const reason = z.parse(muster.commands.close.input, input).reason?.trim() || null
  if (left > 0 && reason === null) throw new Refused('muster.unaccounted', { params: { count: left } })
  const now = Date.now()
  await rowsOf(
    sql,
    tables
      .updateTable('muster')
      .set(({ eb }) => ({
        ...{ closed_at: now, closed_by_name: person.name, close_reason: reason, left_open: left },
        ...{ updated_at: now, version: eb('version', '+', 1) },
      }))
      .where('id', '=', row.id)
      .returning('id'),
  )
}
