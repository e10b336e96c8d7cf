// Whether a tenant works with faces at all: nobody does until their administrator has taken on the duties.
import { randomInt } from 'node:crypto'
import { faceDuty } from '../../../src/domain/face/duties.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

/** Never the same twice, also where a transaction is rolled back: what was read under one is not taken for what is there. */
const freshRevision = () => randomInt(2 ** 47)

const readSetting = (sql: Sql, tenantId: number) =>
  firstOf(sql, tables.selectFrom('face_setting').select(['on_at', 'on_by']).where('tenant_id', '=', tenantId))

export async function stateOf(sql: Sql, tenantId: number) {
  const row = await readSetting(sql, tenantId)
  const onAt = row?.on_at ?? null
  return { on: onAt !== null, onAt, onBy: row?.on_by ?? null }
}

export async function refuseWhileOff(sql: Sql, tenantId: number): Promise<void> {
  if (!(await stateOf(sql, tenantId)).on) throw new Refused('face.off')
}

/** Refuses while faces are off; else nobody else adds or changes samples of the tenant until the transaction is over. */
export async function holdFaces(sql: Sql, tenantId: number): Promise<void> {
  const row = await firstOf(
    sql,
    tables.selectFrom('face_setting').select('on_at').where('tenant_id', '=', tenantId).forUpdate(),
  )
  if (row?.on_at == null) throw new Refused('face.off')
}

/** What captures are compared with has changed: what processes hold of it is outdated once this commits. */
export async function outdateGallery(sql: Sql, tenantId: number): Promise<void> {
  await sql.change('update face_setting set revision = $2 where tenant_id = $1', [tenantId, freshRevision()])
}

export async function turnOn(context: Context, duties: readonly string[]): Promise<null> {
  const { sql, person } = context
  if (!faceDuty.options.every(duty => duties.includes(duty)))
    throw new Refused('face.duties', { field: 'duties' })
  await sql.change(
    `insert into face_setting (tenant_id, on_at, on_by, revision) values ($1, $2, $3, $4)
     on conflict (tenant_id) do update set on_at = excluded.on_at, on_by = excluded.on_by
       where face_setting.on_at is null`,
    [person.tenantId, Date.now(), person.name, freshRevision()],
  )
  tell(context, 'face.turnOn', { duties: [...faceDuty.options] })
  return null
}

export async function turnOff(context: Context): Promise<null> {
  const { sql, person } = context
  await sql.change('update face_setting set on_at = null, on_by = null where tenant_id = $1', [
    person.tenantId,
  ])
  tell(context, 'face.turnOff', null)
  return null
}

function tell(context: Context, action: string, detail: Record<string, unknown> | null): void {
  const { tenantId } = context.person
  context.sql.audit({ ...by(context, tenantId), action, entity: 'tenant', rowId: tenantId, detail })
}
