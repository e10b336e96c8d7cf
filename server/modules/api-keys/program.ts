// Who a program is to the rest of the server: rows of its tenant and department, and permissions, but no account.
import * as z from 'zod/mini'
import { scenario as scenarioWord } from '../../../src/domain/access/session-words.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'
import { departmentsBelow } from '../access/public.ts'

export interface Program {
  /** Of the key; 0 where it is none, such as a webhook. */
  keyId: number
  /** As the audit log calls it. */
  name: string
  tenantId: number
  /** Null: the whole tenant. */
  departmentId: number | null
  permissions: ReadonlySet<string>
  /** What it may give to people; left out: nothing. */
  gives?: ReadonlySet<number>
}

/** Undefined where its tenant is gone or disabled. Needs a scope that sees the tenant. */
export async function readProgram(sql: Sql, program: Program): Promise<Person | undefined> {
  const { keyId, name, tenantId, departmentId, permissions, gives = new Set<number>() } = program
  const tenant = await firstOf(
    sql,
    tables
      .selectFrom('tenant')
      .select(['name', 'zone', 'scenario'])
      .where('id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('status', '=', 'enabled'),
  )
  if (!tenant) return undefined
  const below = departmentId === null ? [] : await departmentsBelow(sql, departmentId)
  return {
    key: { id: keyId },
    // What asks for it is a person's: a program must not act as somebody.
    get accountId(): number {
      throw new Refused('forbidden.noAccount')
    },
    ...{ tenantId, tenantName: tenant.name, tenantZone: tenant.zone },
    scenario: z.parse(scenarioWord, tenant.scenario),
    ...{ username: name, name, nickname: null, phone: null, gender: null, departmentId },
    departmentName: below.find(({ id }) => id === departmentId)?.name ?? null,
    ...{ roleNames: [], visitor: false, highest: false, platform: false },
    ...{ permissions, resourceIds: gives },
    departments: departmentId === null ? null : below.map(({ id }) => id),
  }
}
