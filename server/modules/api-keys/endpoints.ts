// Makes secrets of API keys, and says which permissions a key may be given.
import type { z } from 'zod/mini'
import { apiKeyScopes, apiKeySecret } from '../../../src/contract/endpoints/api-key.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { mayScopeKey } from '../../../src/domain/integration/api-key.ts'
import { holds } from '../../../src/domain/permission.ts'
import { readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { type Sessions, withAncestorsEnabled } from '../session/public.ts'
import { hashOfSecret, hintOf, makeSecret } from './secret.ts'
import { refuseScopesBeyond } from './stores.ts'

type Groups = z.output<typeof apiKeyScopes.response>['groups']

export function mountApiKeys(
  handlers: Handlers,
  { bus, sessions }: Pick<Kernel, 'bus'> & { sessions: Pick<Sessions, 'resources'> },
  keys: Store,
): void {
  handlers.handle(apiKeySecret, async ({ id, overlapHours }, context) => {
    const { sql } = context
    const found = (await readRows(keys, [id], context, { lock: true })).get(id)
    if (!found) throw new Refused('row.unknown')
    // Whoever makes a secret could use it.
    refuseScopesBeyond(context, found.row.scopes)
    const secret = makeSecret()
    const now = Date.now()
    const until = overlapHours === 0 ? null : now + overlapHours * HOUR_MS
    // One that opens no more at all is not opened again by its overlap.
    const issued = found.row.state === 'active' || found.row.state === 'changing'
    const oldUntil = issued ? until : null
    await sql.change(
      `update api_key set old_hash = case when $4::bigint is null then null else secret_hash end, old_until = $4,
         secret_hash = $2, hint = $3, issued_at = $5, revoked_at = null, updated_at = $5, version = version + 1
       where id = $1`,
      [id, hashOfSecret(secret), hintOf(secret), oldUntil, now],
    )
    const { tenantId } = found
    sql.audit({
      ...by(context, tenantId),
      action: issued ? 'apiKey.rotate' : 'apiKey.issue',
      entity: 'apiKey',
      rowId: id,
      detail: { hint: hintOf(secret), oldUntil },
    })
    sql.afterCommit(() => bus.emit('apiKey.changed', { tenantId }))
    return { secret, oldUntil }
  })

  handlers.handle(apiKeyScopes, async (_, { person, sql }) => {
    const resources = withAncestorsEnabled(await sessions.resources(sql))
    const groups = new Map<number | null, Groups[number]>()
    for (const { type, mark, parentId, name, enName } of resources.values()) {
      if (type !== 'button' || mark === null) continue
      if (!mayScopeKey(mark) || !holds(person.permissions, mark)) continue
      const parent = parentId === null ? undefined : resources.get(parentId)
      const group = groups.get(parentId) ?? {
        ...{ name: parent?.name ?? name, enName: parent ? parent.enName : enName, scopes: [] },
      }
      group.scopes.push({ scope: mark, name, enName })
      groups.set(parentId, group)
    }
    return { groups: [...groups.values()] }
  })
}
