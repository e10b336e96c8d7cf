// The calls that ring for a person now: asked when a console comes back, so that none rings unheard.

import { holds } from '../../../src/domain/permission.ts'
import type { Context } from '../../http/handlers.ts'
import type { Secrets } from '../../secrets.ts'
import type { WaitingCalls } from '../notices/public.ts'
import { ANSWER_PERMISSION, DIRECT_PERMISSION, readCalls } from './call-rows.ts'
import { tokensOf } from './call-tokens.ts'
import { directOf, ringOf } from './call-words.ts'
import type { CallConfig } from './settings.ts'

const MOST = 20

/** Condition that a call of a door is of the person's tenant and departments, with its two parameters from `$from` on. */
export function callScopeOf({ person, scope }: Pick<Context, 'person' | 'scope'>, from: number) {
  return {
    condition: `($${from}::bigint is null or c.tenant_id = $${from}) and ($${from + 1}::bigint[] is null or c.department_id = any($${from + 1}))`,
    values: [
      scope.tenant === '*' ? null : scope.tenant,
      person.departments === null ? null : [...person.departments],
    ],
  }
}

export function createWaitingCalls({ config }: { config: CallConfig & { secrets: Secrets } }): WaitingCalls {
  const tokens = tokensOf(config)
  return async context => {
    const { person, sql } = context
    const now = Date.now()
    const scoped = callScopeOf(context, 2)
    const rings = holds(person.permissions, ANSWER_PERMISSION)
      ? await readCalls(
          sql,
          `c.kind = 'door' and c.state = 'ringing' and c.held_until is null and c.expires_at > $1 and ${scoped.condition}
             and (c.rung_ids is null or $4 = any(c.rung_ids)) order by c.started_at, c.id limit ${MOST}`,
          [now, ...scoped.values, person.accountId],
        )
      : []
    const direct = holds(person.permissions, DIRECT_PERMISSION)
      ? await readCalls(
          sql,
          `c.kind = 'direct' and c.state = 'ringing' and c.expires_at > $1 and c.callee_id = $2
             order by c.started_at, c.id limit ${MOST}`,
          [now, person.accountId],
        )
      : []
    return { calls: rings.map(call => ringOf(call, tokens)), directCalls: direct.map(directOf) }
  }
}
