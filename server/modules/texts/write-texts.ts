// Text messages that are written down with what they tell of, so that a process that dies leaves them to the others.
import type { TextWay } from '../../../src/domain/alarm/alarm-text.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { TextMessage } from './provider.ts'
import type { Text } from './text-limits.ts'

export interface TextsOfEmergency {
  tenantId: number
  /** The line of its log. */
  entryId: number
  way: TextWay
  message: Exclude<TextMessage, { about: 'code' }>
}

/** Answers their numbers, by which they are handed over once the transaction stands. */
export async function writeTexts(
  sql: Sql,
  { tenantId, entryId, way, message }: TextsOfEmergency,
  to: readonly (Text & { name: string })[],
): Promise<number[]> {
  if (to.length === 0) return []
  const now = Date.now()
  const rows = await rowsOf(
    sql,
    tables
      .insertInto('text_message')
      .values(
        to.map(({ accountId, phone, name }) => ({
          ...{ tenant_id: tenantId, emergency_entry_id: entryId, account_id: accountId, person_name: name },
          ...{ way, phone, about: message.about, content: JSON.stringify(message), at: now, next_at: now },
        })),
      )
      .returning('id'),
  )
  return rows.map(({ id }) => id)
}
