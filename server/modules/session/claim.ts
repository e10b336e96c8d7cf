// Whether an installation has anybody yet who may let others in.
import { type Data, WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'

/** True while no account may log in. Once there is one it is not asked again: the last administrator stays. */
export function createClaim(data: Data): () => Promise<boolean> {
  let claimed = false
  return async () => {
    claimed ||= (await data.scoped(WHOLE, sql => firstOf(sql, accounts()))) !== undefined
    return !claimed
  }
}

const accounts = () =>
  tables
    .selectFrom('account')
    .select('id')
    .where('removed_at', 'is', null)
    .where('status', '=', 'enabled')
    .where('visitor', '=', false)
    .limit(1)
