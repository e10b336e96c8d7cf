// The log of an emergency in the database: lines are added once by their key, and read as the fold wants them.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import {
  inOrder,
  type LogEntry,
  type LogFacts,
  logEntry,
} from '../../../src/domain/emergency/emergency-log.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Person } from '../../person.ts'

interface NewEntry {
  tenantId: number
  emergencyId: number
  person: Pick<Person, 'accountId' | 'name'>
  at: number
  facts: LogFacts
  /** Made where it was written; absent: it is made here. */
  event?: string
}

/** Adds a line; answers its number, undefined where it stands there already. */
export async function addEntry(sql: Sql, entry: NewEntry): Promise<number | undefined> {
  const row = await firstOf(
    sql,
    tables
      .insertInto('emergency_entry')
      .values({
        tenant_id: entry.tenantId,
        emergency_id: entry.emergencyId,
        event_key: entry.event ?? randomUUID(),
        at: entry.at,
        recorded_at: Date.now(),
        account_id: entry.person.accountId,
        user_name: entry.person.name,
        facts: JSON.stringify(entry.facts),
      })
      .onConflict(conflict => conflict.columns(['emergency_id', 'event_key']).doNothing())
      .returning('id'),
  )
  return row?.id
}

export async function entriesOfEmergency(sql: Sql, emergencyId: number): Promise<LogEntry[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('emergency_entry')
      .select([
        'id',
        'at',
        'recorded_at as recordedAt',
        'account_id as userId',
        'user_name as userName',
        'facts',
      ])
      .where('emergency_id', '=', emergencyId)
      .orderBy('id'),
  )
  return inOrder(z.parse(z.array(logEntry), rows))
}
