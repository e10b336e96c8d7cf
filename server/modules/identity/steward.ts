// Who keeps a tenant's people in step: its provider or its directory. Nobody's account; it touches everybody of the tenant but
// those who hold the highest authorization, by the same rules and into the same audit log as people do.
import type { Sql } from '../../db/scoped.ts'
import type { Caller, Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { scopeOf } from '../../person.ts'
import { readProgram } from '../api-keys/public.ts'
import { readResources } from '../session/public.ts'

interface Given {
  tenantId: number
  /** As the audit log calls it. */
  name: string
  /** Of an API key; left out: none. */
  keyId?: number
  /** Null: the whole tenant. */
  departmentId?: number | null
}

const PERMISSIONS = new Set(['user.read', 'user.save', 'user.password'])

export async function stewardOf(
  sql: Sql,
  caller: Caller,
  { tenantId, name, keyId = 0, departmentId = null }: Given,
): Promise<Context> {
  const gives = new Set((await readResources(sql)).keys())
  const program = { keyId, name, tenantId, departmentId, permissions: PERMISSIONS, gives }
  const person = await readProgram(sql, program)
  if (!person) throw new Refused('tenant.disabled')
  return { ...caller, person, scope: scopeOf(person), tokenHash: '', sql }
}
