// Makes messages of what happened: one for each webhook that wants to be told and may see the row, as the API would show it.
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { messageOf, permissionOfKind } from '../../../src/contract/webhook-message.ts'
import { type WebhookKind, webhookSubjects } from '../../../src/domain/integration/webhook.ts'
import { isKey } from '../../../src/domain/keys.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'
import { scopeOf } from '../../person.ts'
import { readProgram } from '../api-keys/public.ts'

/** Events that are taken up in one transaction. */
const AT_ONCE = 50

export const newMessageId = (): string => `msg_${randomBytes(18).toString('base64url')}`

interface Event {
  tenantId: number
  kind: string
  rowId: number
  at: number
}

/** Takes up what waits; answers whether there may be more. An event goes in the transaction that makes its messages. */
export function fanOut(data: Data, storeOf: (entity: string) => Store): Promise<boolean> {
  return data.scoped(WHOLE, async sql => {
    const waiting = await rowsOf(
      sql,
      tables
        .selectFrom('webhook_event')
        .select(['id', 'kind', 'at', 'tenant_id as tenantId', 'row_id as rowId'])
        .orderBy('id')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    for (const event of waiting) await makeMessages(sql, event, storeOf)
    const ids = waiting.map(({ id }) => id)
    if (ids.length > 0)
      await rowsOf(sql, tables.deleteFrom('webhook_event').where('id', 'in', ids).returning('id'))
    return waiting.length === AT_ONCE
  })
}

async function makeMessages(sql: Sql, event: Event, storeOf: (entity: string) => Store): Promise<void> {
  const { tenantId, kind } = event
  if (!isKey(webhookSubjects, kind)) return
  const wanted = await rowsOf(
    sql,
    tables
      .selectFrom('webhook')
      .select(['id', 'name', 'department_id as departmentId'])
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('secret', 'is not', null)
      .where('paused_at', 'is', null)
      .where('disabled_at', 'is', null)
      .where(({ eb, fn, val }) => eb(val<string>(kind), '=', fn.any('kinds')))
      .orderBy('id'),
  )
  for (const { id, name, departmentId } of wanted) {
    const permissions = new Set([permissionOfKind(kind)])
    const program = { keyId: 0, name: `webhook ${name}`, tenantId, departmentId, permissions }
    const person = await readProgram(sql, program)
    const body = person && (await bodyOf(event, kind, storeOf, { sql, person, scope: scopeOf(person) }))
    if (body !== undefined) await addDelivery(sql, { tenantId, webhookId: id, kind, body })
  }
}

/** Undefined where the row is not there any more, or lies outside the webhook's department. */
async function bodyOf(
  { rowId, at }: Event,
  kind: WebhookKind,
  storeOf: (entity: string) => Store,
  context: Parameters<typeof readRow>[2],
): Promise<string | undefined> {
  try {
    const data = await readRow(storeOf(webhookSubjects[kind]), rowId, context)
    const message = { type: kind, timestamp: new Date(at).toISOString(), data }
    return JSON.stringify(z.encode(messageOf(kind), message))
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Answers its id. */
export async function addDelivery(
  sql: Sql,
  given: { tenantId: number; webhookId: number; kind: string; body: string },
): Promise<number> {
  const now = Date.now()
  const [row] = await rowsOf(
    sql,
    tables
      .insertInto('webhook_delivery')
      .values({
        ...{ tenant_id: given.tenantId, webhook_id: given.webhookId, kind: given.kind, body: given.body },
        ...{ message_id: newMessageId(), created_at: now, updated_at: now, next_at: now },
      })
      .returning('id'),
  )
  if (!row) throw new Error('A message of a webhook was not stored')
  return row.id
}
