// How people at work and their posts are stored. What a person is known by (a helmet, a card, a face, a login) is known by
// nobody else, as long as they work here.
import { randomInt } from 'node:crypto'
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { keysOf } from '../../../src/domain/keys.ts'
import { newLabelCode } from '../../../src/domain/label.ts'
import { post } from '../../../src/domain/people/post.ts'
import { worker } from '../../../src/domain/people/worker.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const namesOf = (table: string, column: string, name: string) =>
  `array(select x.${name} from ${table} x where x.id = any(t.${column}) and x.removed_at is null order by x.${name})`

export function peopleStores(): Store[] {
  return [
    {
      entity: worker,
      table: {
        name: 'worker',
        columns: {
          tenantName: TENANT_NAME,
          deviceIds: 'to_json(t.device_ids)',
          cardIds: 'to_json(t.card_ids)',
          faceSampleIds: 'to_json(t.face_sample_ids)',
          deviceNames: namesOf('device', 'device_ids', 'name'),
          cardNames: namesOf('door_card', 'card_ids', 'holder_name'),
          faceSampleNames: namesOf('face_sample', 'face_sample_ids', 'person_name'),
        },
        unique: { worker_number: 'number', worker_account: 'accountId' },
        beforeSave: checkWorker,
        beforeRestore: async ({ context, row, tenantId }) =>
          refuseSharedMarks(context.sql, tenantId, row.id, z.parse(given, row)),
      },
    },
    {
      entity: post,
      table: {
        name: 'post',
        columns: {
          tenantName: TENANT_NAME,
          holderCount: `(select count(*) from worker w where w.post_id = t.id and w.removed_at is null and w.left_on is null)`,
        },
        unique: { post_name: 'name' },
        usedBy: [{ table: 'worker', column: 'post_id' }],
      },
    },
  ]
}

const marks = { deviceIds: 'device_ids', cardIds: 'card_ids', faceSampleIds: 'face_sample_ids' } as const

const numbers = z.optional(z.array(z.number()))
const day = z.optional(z.nullable(z.string()))
const given = z.object({
  deviceIds: numbers,
  cardIds: numbers,
  faceSampleIds: numbers,
  joinedOn: day,
  leftOn: day,
})

async function checkWorker({
  context,
  input,
  before,
  tenantId,
}: Saving): Promise<Record<string, unknown> | undefined> {
  const asked = z.parse(given, { ...before, ...input })
  const { joinedOn, leftOn } = asked
  if (joinedOn && leftOn && leftOn < joinedOn) throw new Refused('field.periodOrder', { field: 'leftOn' })
  if (!leftOn) await refuseSharedMarks(context.sql, tenantId, before?.id, asked)
  return before ? undefined : { label_code: newLabelCode(randomInt) }
}

async function refuseSharedMarks(
  sql: Sql,
  tenantId: number,
  own: number | undefined,
  asked: z.output<typeof given>,
): Promise<void> {
  // Two who give one helmet to two people at once: the second sees what the first has done.
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`worn ${tenantId}`])
  for (const field of keysOf(marks)) {
    const column = marks[field]
    const wanted = asked[field] ?? []
    if (wanted.length === 0) continue
    const other = await firstOf(
      sql,
      tables
        .selectFrom('worker')
        .select('name')
        .where('tenant_id', '=', tenantId)
        .where(column, '&&', raw<number[]>`${wanted}::bigint[]`)
        .where('id', 'is distinct from', own ?? null)
        .where('removed_at', 'is', null)
        .where('left_on', 'is', null)
        .limit(1),
    )
    if (other) throw new Refused('worker.shared', { field, params: { name: other.name } })
  }
}
