// How API keys are stored: nobody gives a key more than they hold themselves, and what was given stays the tenant's.
import { apiKey } from '../../../src/domain/integration/api-key.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'

const NOW = '(extract(epoch from clock_timestamp()) * 1000)'
const TODAY = `(clock_timestamp() at time zone (select x.zone from tenant x where x.id = t.tenant_id))::date`

/** How a key stands, in SQL over `t`. */
const STATE = `case when t.revoked_at is not null then 'revoked' when t.secret_hash is null then 'unissued'
  when t.valid_until < ${TODAY} then 'expired' when t.old_until > ${NOW} then 'changing' else 'active' end`

/** Refuses scopes that the person does not hold. */
export function refuseScopesBeyond({ person }: Pick<Context, 'person'>, scopes: unknown): void {
  const wanted = Array.isArray(scopes) ? scopes.map(String) : []
  if (wanted.some(scope => !holds(person.permissions, scope)))
    throw new Refused('forbidden.escalation', { field: 'scopes' })
}

export function apiKeyStore(bus: Kernel['bus']): Store {
  return {
    entity: apiKey,
    table: {
      name: 'api_key',
      columns: { state: STATE },
      unique: { api_key_name: 'name' },
      beforeSave: async ({ context, input, before }) => {
        // Whoever changes a key answers for all of it, also for what somebody else gave it.
        refuseScopesBeyond(context, input.scopes)
        if (before) refuseScopesBeyond(context, before.scopes)
        const { accountId, name } = context.person
        return before ? undefined : { maker_id: accountId, maker_name: name }
      },
      beforeRestore: async ({ context, row }) => refuseScopesBeyond(context, row.scopes),
      afterChange: async ({ context, tenantId }) => {
        context.sql.afterCommit(() => bus.emit('apiKey.changed', { tenantId }))
      },
      commands: {
        revoke: async ({ context, row }) => {
          await context.sql.change(
            `update api_key set secret_hash = null, old_hash = null, old_until = null, revoked_at = $2, updated_at = $2,
               version = version + 1 where id = $1`,
            [row.id, Date.now()],
          )
        },
      },
    },
  }
}
