// Messages of an emergency: a line in the message centre of each, by push and aloud from there, and who has confirmed.
import * as z from 'zod/mini'
import { textFailure, textState } from '../../../src/domain/alarm/alarm-text.ts'
import { type TextFate, textFate } from '../../../src/domain/emergency/emergency-log.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { addManyNotices } from '../notices/public.ts'

export interface Telling {
  tenantId: number
  emergencyId: number
  title: string
  author: string
  text: string
  spoken: boolean
  accountIds: readonly number[]
}

/** In the message centre, from where it is pushed to phones; read aloud where that is wanted. */
export async function tellPeople(sql: Sql, bus: Bus, telling: Telling): Promise<void> {
  const { tenantId, emergencyId, title, author, text, accountIds } = telling
  const at = Date.now()
  const noted = await addManyNotices(sql, [
    {
      draft: {
        ...{ tenantId, kind: 'emergency', subject: 'emergency', subjectId: emergencyId, imei: null },
        ...{ who: author, place: title, content: text, at },
      },
      accountIds,
      again: 'anew',
    },
  ])
  sql.afterCommit(() => {
    for (const one of noted) bus.emit('notice.added', one)
    if (telling.spoken)
      bus.emit('notice.spoken', {
        ...{ tenantId, departmentId: null, accountIds, author, at },
        msgContent: `${title}: ${text}`,
      })
  })
}

/** Those of a message who have not confirmed it. */
export const waitingFor = (sql: Sql, entryId: number) =>
  rowsOf(
    sql,
    tables
      .selectFrom('emergency_told')
      .select(['account_id as accountId', 'spoken'])
      .where('entry_id', '=', entryId)
      .where('confirmed_at', 'is', null)
      .orderBy('account_id'),
  )

export async function noteTold(
  sql: Sql,
  message: { tenantId: number; emergencyId: number; entryId: number; spoken: boolean },
  people: readonly { id: number; name: string }[],
  fates: ReadonlyMap<number, TextFate>,
): Promise<void> {
  const { tenantId, emergencyId, entryId, spoken } = message
  await rowsOf(
    sql,
    tables
      .insertInto('emergency_told')
      .values(
        people.map(({ id, name }) => ({
          ...{ tenant_id: tenantId, emergency_id: emergencyId, entry_id: entryId },
          ...{ account_id: id, name, told_at: Date.now(), spoken, text_fate: fates.get(id) ?? null },
        })),
      )
      .returning('entry_id'),
  )
}

/** Who was told by which message of an emergency, by what ways, and what came of it. */
export async function toldOf(sql: Sql, emergencyId: number) {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('emergency_told as m')
      .leftJoin('notice as n', join =>
        join
          .onRef('n.account_id', '=', 'm.account_id')
          .onRef('n.subject_id', '=', 'm.emergency_id')
          .on('n.subject', '=', 'emergency')
          .on('n.kind', '=', 'emergency'),
      )
      .leftJoinLateral(
        db =>
          db
            .selectFrom('text_message as t')
            .select(['t.state', 't.failure'])
            .whereRef('t.emergency_entry_id', '=', 'm.entry_id')
            .whereRef('t.account_id', '=', 'm.account_id')
            .orderBy('t.id', 'desc')
            .limit(1)
            .as('x'),
        join => join.onTrue(),
      )
      .select(['m.entry_id', 'm.account_id', 'm.name', 'm.told_at', 'm.times', 'm.spoken', 'm.confirmed_at'])
      .select(['m.text_fate', 'x.state as text_state', 'x.failure as text_failure'])
      // Each message stands on the one line of its emergency: read since then is read of this one too.
      .select('n.read_at')
      .select(({ exists, selectFrom }) => {
        const delivered = (outcome: 'd.accepted_at' | 'd.failure') =>
          exists(
            selectFrom('push_delivery as d')
              .select('d.receipt_hash')
              .where('d.about', '=', 'notice')
              .whereRef('d.subject_id', '=', 'n.id')
              .whereRef('d.account_id', '=', 'm.account_id')
              .whereRef('d.created_at', '>=', 'm.told_at')
              .where(outcome, 'is not', null),
          )
        return [delivered('d.accepted_at').as('pushed'), delivered('d.failure').as('push_failed')]
      })
      .where('m.emergency_id', '=', emergencyId)
      .orderBy('m.entry_id')
      .orderBy('m.name')
      .orderBy('m.account_id'),
  )
  return rows.map(row => ({
    ...{ entry: row.entry_id, userId: row.account_id, name: row.name, at: row.told_at, times: row.times },
    by: [
      'centre' as const,
      ...(row.pushed ? (['push'] as const) : []),
      ...(row.spoken ? (['spoken'] as const) : []),
    ],
    pushFailed: Boolean(row.push_failed) && !row.pushed,
    text:
      row.text_fate === null
        ? null
        : {
            fate: z.parse(textFate, row.text_fate),
            state: z.parse(z.nullable(textState), row.text_state),
            failure: z.parse(z.nullable(textFailure), row.text_failure),
          },
    readAt: row.read_at !== null && row.read_at >= row.told_at ? row.read_at : null,
    confirmedAt: row.confirmed_at,
  }))
}
