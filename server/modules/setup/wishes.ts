// What a tenant wishes of its menus: which scenarios they are for, and whether the guide stands first.
import * as z from 'zod/mini'
import { type OwnScenario, ownScenarios } from '../../../src/domain/navigation/scenario-menus.ts'
import { holds } from '../../../src/domain/permission.ts'
import { essentialIsLeft } from '../../../src/domain/setup/guide.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Person } from '../../person.ts'
import { countFacts } from './facts.ts'

export interface MenuWishes {
  /** Null: the tenant has not said what it is. */
  scenarios: readonly OwnScenario[] | null
  /** Something essential is left, and nobody has put the guide away. */
  guideFirst: boolean
}

const chosen = z.nullable(z.array(z.enum(ownScenarios)))

export async function menuWishes(sql: Sql, person: Person, now = Date.now()): Promise<MenuWishes> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('tenant as t')
      .leftJoin('tenant_setup as s', 's.tenant_id', 't.id')
      .select(['t.scenarios', 's.tenant_id as begun', 's.put_away_at as putAwayAt'])
      .where('t.id', '=', person.tenantId),
  )
  // Tenants that were there before the guide have none until somebody takes it up.
  const open = row !== undefined && row.begun !== null && row.putAwayAt === null
  const asked = open && !person.visitor && holds(person.permissions, 'tenant.setup')
  return {
    scenarios: z.parse(chosen, row?.scenarios ?? null),
    guideFirst: asked && essentialIsLeft({ ...(await countFacts(sql, person, now)), backup: null }),
  }
}

/** A tenant that is new begins with the guide. */
export async function beginSetup(sql: Sql, tenantId: number, now = Date.now()): Promise<void> {
  await sql.change(
    'insert into tenant_setup (tenant_id, updated_at) values ($1, $2) on conflict do nothing',
    [tenantId, now],
  )
}
