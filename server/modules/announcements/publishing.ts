// Publishes: the audience as it is now gets its receipts, hears of it, and is reminded later.

import { REMIND_AFTER_HOURS } from '../../../src/domain/announcement/announcement-step.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { queueCommands } from '../devices/public.ts'
import { addManyNotices } from '../notices/public.ts'
import { accountsOf, speakersOf } from './audience.ts'
import type { StoredAnnouncement } from './rows.ts'

interface Given {
  sql: Sql
  bus: Bus
}

/** In the transaction that publishes; the row is locked. `publisher` undefined: its time had come. */
export async function publishNow(
  { sql, bus }: Given,
  row: StoredAnnouncement,
  now: number,
  publisher: string = row.authorName,
): Promise<number> {
  const accounts = await accountsOf(sql, row)
  await rowsOf(
    sql,
    tables
      .updateTable('announcement')
      .set({
        state: 'published',
        published_at: now,
        publisher_name: publisher,
        changed_by_name: publisher,
        version: row.version + 1,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .returning('id'),
  )
  if (row.spoken) await sayOnDevices({ sql, bus }, row, publisher)
  if (accounts.length === 0) return 0
  await rowsOf(
    sql,
    tables
      .insertInto('announcement_receipt')
      .values(
        accounts.map(account_id => ({
          tenant_id: row.tenantId,
          created_at: now,
          updated_at: now,
          announcement_id: row.id,
          account_id,
          published_at: now,
        })),
      )
      // Who had it before it was withdrawn gets it anew, to be read once more.
      .onConflict(conflict =>
        conflict.columns(['announcement_id', 'account_id']).doUpdateSet(({ ref }) => ({
          published_at: now,
          updated_at: now,
          state: 'unread',
          read_at: null,
          confirmed_at: null,
          removed_at: null,
          version: ref('announcement_receipt.version'),
        })),
      )
      .returning('id'),
  )
  await rowsOf(
    sql,
    tables
      .insertInto('announcement_reminder')
      .values(
        REMIND_AFTER_HOURS.map(hours => ({
          tenant_id: row.tenantId,
          announcement_id: row.id,
          offset_hours: hours,
          due_at: now + hours * HOUR_MS,
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['announcement_id', 'offset_hours'])
          .doUpdateSet(({ ref }) => ({ due_at: ref('excluded.due_at'), sent_at: null })),
      )
      .returning('offset_hours'),
  )
  await tellPeople({ sql, bus }, row, accounts, now)
  const { tenantId } = row
  if (row.spoken)
    sql.afterCommit(() =>
      bus.emit('notice.spoken', {
        tenantId,
        departmentId: null,
        ...(row.audience !== 'everyone' && { accountIds: accounts }),
        msgContent: row.title,
        author: publisher,
        at: now,
      }),
    )
  return accounts.length
}

/** Devices hold so much of a text that is read aloud. */
const MOST_SPOKEN = 200

/** Said by what people wear: a helmet reaches somebody who has neither a login nor a screen. */
async function sayOnDevices({ sql, bus }: Given, row: StoredAnnouncement, publisher: string): Promise<void> {
  const text = `${row.title}: ${row.content}`.replace(/\s+/g, ' ').slice(0, MOST_SPOKEN)
  await queueCommands(
    sql,
    bus,
    (await speakersOf(sql, row)).map(({ id, imei }) => ({
      tenantId: row.tenantId,
      deviceId: id,
      imei,
      kind: 'speak' as const,
      input: { text },
      userId: row.authorId,
      userName: publisher,
    })),
  )
}

/** A row in the message centre of each, unread again where it stands there already. */
async function tellPeople(
  { sql, bus }: Given,
  row: StoredAnnouncement,
  accounts: readonly number[],
  at: number,
): Promise<void> {
  const { tenantId } = row
  const noted = await addManyNotices(sql, [
    {
      draft: {
        tenantId,
        kind: 'announcement',
        subject: 'announcement',
        subjectId: row.id,
        imei: null,
        who: row.authorName,
        place: null,
        content: row.title,
        at,
      },
      accountIds: accounts,
      again: 'anew',
    },
  ])
  sql.afterCommit(() => {
    for (const each of noted) bus.emit('notice.added', each)
    bus.emit('rows.changed', {
      tenantId,
      departmentId: 'any',
      entity: 'announcementReceipt',
      rows: [{ id: row.id, version: row.version + 1 }],
    })
  })
}

/** Tells those again who have not read it, or not confirmed what is to be confirmed. Answers how many. */
export async function remind(given: Given, row: StoredAnnouncement, now: number): Promise<number> {
  const rows = await rowsOf(
    given.sql,
    tables
      .selectFrom('announcement_receipt as r')
      .innerJoin('account as a', 'a.id', 'r.account_id')
      .select('r.account_id')
      .where('r.announcement_id', '=', row.id)
      .where('r.removed_at', 'is', null)
      .where('r.state', 'in', row.mustConfirm ? ['unread', 'read'] : ['unread'])
      .where('a.removed_at', 'is', null)
      .where('a.status', '=', 'enabled')
      .orderBy('r.account_id'),
  )
  const accounts = rows.map(each => each.account_id)
  if (accounts.length > 0) await tellPeople(given, row, accounts, now)
  return accounts.length
}
