// What a password that somebody chooses is held to, whoever chooses it and for whom.
import { PRODUCT_NAME } from '../../../src/domain/product.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { isCommonPassword } from './often-tried.ts'
import { readSignInRules } from './read-rules.ts'

interface Choosing {
  password: string
  tenantId: number
  username: string
  /** Where the form has it. */
  field: string
}

/** Refuses one that is shorter than the tenant asks, or among the first that anybody would try. */
export async function checkNewPassword(
  sql: Sql,
  { password, tenantId, username, field }: Choosing,
): Promise<void> {
  const { leastPassword } = await readSignInRules(sql, tenantId)
  if ([...password].length < leastPassword)
    throw new Refused('field.tooShort', { field, params: { min: leastPassword } })
  const tenant = await firstOf(sql, tables.selectFrom('tenant').select('name').where('id', '=', tenantId))
  if (await isCommonPassword(password, [username, PRODUCT_NAME, tenant?.name ?? '']))
    throw new Refused('field.passwordCommon', { field })
}
