// The sign-in rules of the own tenant: reading them, and saving them.

import { expressionBuilder } from 'kysely'
import { getSignInRules, saveSignInRules } from '../../../src/contract/endpoints/sign-in-rules.ts'
import {
  needsFactor,
  type SessionLimits,
  type SignInRules,
} from '../../../src/domain/access/sign-in-rules.ts'
import type { Bus } from '../../bus.ts'
import type { DB } from '../../db/schema-types.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { hasFactor } from './factors.ts'
import { readPerson } from './person.ts'
import { readSignInRules } from './read-rules.ts'
import type { Sessions } from './sessions.ts'

interface RuleParts {
  bus: Bus
  sessions: Sessions
  installation: SessionLimits
}

const of = expressionBuilder<DB, 'account'>()
const app = of.exists(
  of
    .selectFrom('authenticator')
    .select('authenticator.account_id')
    .whereRef('authenticator.account_id', '=', 'account.id')
    .where('authenticator.confirmed_at', 'is not', null),
)
const passkey = of.exists(
  of.selectFrom('passkey').select('passkey.id').whereRef('passkey.account_id', '=', 'account.id'),
)

export function mountSignInRules(handlers: Handlers, { bus, sessions, installation }: RuleParts): void {
  handlers.handle(getSignInRules, async (_, { sql, person: { tenantId } }) => {
    const counted = await firstOf(
      sql,
      tables
        .selectFrom('account')
        .select(({ fn, or }) => [
          fn.countAll<number>().as('people'),
          fn
            .countAll<number>()
            .filterWhere(or([app, passkey]))
            .as('withFactor'),
        ])
        .where('account.tenant_id', '=', tenantId)
        .where('account.removed_at', 'is', null)
        .where('account.status', '=', 'enabled')
        .where('account.visitor', '=', false),
    )
    return {
      ...(await readSignInRules(sql, tenantId)),
      installation,
      people: Number(counted?.people ?? 0),
      withFactor: Number(counted?.withFactor ?? 0),
    }
  })

  handlers.handle(saveSignInRules, async ({ version, ...rules }, context) => {
    const { sql, person } = context
    const { tenantId } = person
    refuseLonger(rules, installation)
    const before = await readSignInRules(sql, tenantId)
    if (before.version !== version) throw new Refused('row.changed')
    // Whoever asks it of others has done it: else the one who could take the rule back is locked out first.
    if (needsFactor(rules.secondFactor, person) && !(await hasFactor(sql, person.accountId)))
      throw new Refused('factor.own', { field: 'secondFactor' })
    await store(context, rules, version)
    await endWhoLack(sql, sessions, context, rules)
    // Every process looks at its sessions anew: what has become too old ends with its next request.
    sql.afterCommit(() => bus.emit('rights.changed', {}))
    const { version: _, updatedAt: __, updatedBy: ___, ...was } = before
    sql.audit({
      ...by(context, tenantId),
      action: 'tenant.signInRules',
      entity: 'tenant',
      rowId: tenantId,
      detail: { before: was, after: rules },
    })
    return null
  })
}

function refuseLonger(rules: SignInRules, installation: SessionLimits): void {
  for (const field of ['idleMinutes', 'sessionHours'] as const)
    if ((rules[field] ?? 0) > installation[field])
      throw new Refused('field.tooBig', { field, params: { max: installation[field] } })
}

/** Of two who save what they both read, one is told. */
async function store({ sql, person }: Context, rules: SignInRules, version: number): Promise<void> {
  const values = {
    second_factor: rules.secondFactor,
    least_password: rules.leastPassword,
    idle_minutes: rules.idleMinutes,
    session_hours: rules.sessionHours,
    updated_at: Date.now(),
    updated_by: person.name,
    version: version + 1,
  }
  const stored = await rowsOf(
    sql,
    tables
      .insertInto('sign_in_rule')
      .values({ tenant_id: person.tenantId, ...values })
      .onConflict(conflict =>
        conflict.column('tenant_id').doUpdateSet(values).where('sign_in_rule.version', '=', version),
      )
      .returning('tenant_id'),
  )
  if (stored.length === 0) throw new Refused('row.changed')
}

/** Who is inside without what is asked of them now comes in again, and sets it up. */
async function endWhoLack(
  sql: Sql,
  sessions: Sessions,
  { person: { tenantId } }: Context,
  { secondFactor }: SignInRules,
): Promise<void> {
  if (secondFactor === 'nobody') return
  const inside = await rowsOf(
    sql,
    tables
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select('account.id')
      .distinct()
      .where('session.tenant_id', '=', tenantId)
      .where(({ not, or }) => not(or([app, passkey]))),
  )
  const resources = await sessions.resources(sql)
  for (const { id } of inside) {
    const lacking = await readPerson(sql, id, resources)
    if (lacking && needsFactor(secondFactor, lacking)) await sessions.end(sql, id)
  }
}
