// How webhooks and their deliveries are stored.
import { permissionOfKind } from '../../../src/contract/webhook-message.ts'
import { webhook, webhookDelivery, webhookKinds } from '../../../src/domain/integration/webhook.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Destinations } from './destination.ts'

/** How a webhook stands, in SQL over `t`. */
const STATE = `case when t.secret is null then 'unissued' when t.disabled_at is not null then 'disabled'
  when t.paused_at is not null then 'paused' when t.failing_since is not null then 'failing' else 'active' end`

/** Nobody has told elsewhere what they may not read themselves. */
export function refuseKindsBeyond({ person }: Pick<Context, 'person'>, kinds: unknown): void {
  const wanted = Array.isArray(kinds) ? webhookKinds.filter(kind => kinds.includes(kind)) : []
  if (wanted.some(kind => !holds(person.permissions, permissionOfKind(kind))))
    throw new Refused('forbidden.escalation', { field: 'kinds' })
}

interface Given {
  destinations: Destinations
  /** There is something to send. */
  wake(): void
}

export function webhookStores({ destinations, wake }: Given): Store[] {
  return [
    {
      entity: webhook,
      table: {
        name: 'webhook',
        columns: {
          state: STATE,
          waiting: `(select count(*)::int from webhook_delivery d where d.webhook_id = t.id
            and d.state in ('waiting', 'sending'))`,
        },
        unique: { webhook_name: 'name' },
        beforeSave: async ({ context, input, before }) => {
          refuseKindsBeyond(context, input.kinds)
          // Whoever sends elsewhere what somebody else is told of must be told of it, too.
          if (before) refuseKindsBeyond(context, before.kinds)
          if (typeof input.address === 'string' && !destinations.maySave(input.address))
            throw new Refused('field.webhookAddress', { field: 'address' })
          return before ? undefined : { maker_name: context.person.name }
        },
        beforeRestore: async ({ context, row }) => refuseKindsBeyond(context, row.kinds),
        commands: {
          pause: async ({ context, row }) => {
            await context.sql.change(
              'update webhook set paused_at = $2, updated_at = $2, version = version + 1 where id = $1',
              [row.id, Date.now()],
            )
          },
          resume: async ({ context, row }) => {
            await context.sql.change(
              `update webhook set paused_at = null, disabled_at = null, failing_since = null, updated_at = $2,
                 version = version + 1 where id = $1`,
              [row.id, Date.now()],
            )
            context.sql.afterCommit(wake)
          },
        },
      },
    },
    {
      entity: webhookDelivery,
      table: {
        name: 'webhook_delivery',
        joins: 'join webhook w on w.id = t.webhook_id',
        columns: { webhookName: 'w.name' },
        department: 'w.department_id',
        commands: {
          again: async ({ context, row }) => {
            await context.sql.change(
              `update webhook_delivery set state = 'waiting', tries = 0, next_at = $2, updated_at = $2,
                 version = version + 1 where id = $1`,
              [row.id, Date.now()],
            )
            context.sql.afterCommit(wake)
          },
        },
      },
    },
  ]
}
