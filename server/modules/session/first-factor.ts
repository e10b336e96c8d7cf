// The first second factor, set up at a login whose rules ask for one: of several who know the password one sets it up.
import type { Sql } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'
import { spendChallenge } from './challenges.ts'
import { hasFactor, holdFactors, type Whose } from './factors.ts'
import type { Sessions } from './sessions.ts'

/** Uses the challenge up and ends what was opened without a second factor; refuses where one stands meanwhile. */
export async function beginFirstFactor(
  sql: Sql,
  sessions: Sessions,
  { accountId }: Whose,
  challenge: string,
): Promise<void> {
  await holdFactors(sql, accountId)
  if (!(await spendChallenge(sql, challenge)) || (await hasFactor(sql, accountId)))
    throw new Refused('session.challengeOver')
  await sessions.end(sql, accountId)
}
