// What time does to announcements: those that are scheduled are published, those that are over expire, and who has not read one
// is reminded, once for each offset, whichever process comes first.
import { announcementAfter } from '../../../src/domain/announcement/announcement-step.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { again, defineRound } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { publishNow, remind } from './publishing.ts'
import { announcementOf } from './rows.ts'

const MOST_AT_ONCE = 50

export const announcementsRound = defineRound({
  name: 'announcements',
  timeoutSeconds: 300,
  pollSeconds: 5,
  cron: '* * * * *',
})

type Given = Pick<Kernel, 'data' | 'bus'>

/** From now on, each at its time. */
export async function workAnnouncements(parts: Given & Pick<Kernel, 'jobs'>): Promise<void> {
  await parts.jobs.rounds(announcementsRound, async () => {
    while ((await stepDue(parts, Date.now())) >= MOST_AT_ONCE);
    while ((await remindDue(parts, Date.now())) >= MOST_AT_ONCE);
    const next = await parts.data.scoped(WHOLE, nextPublishing)
    const left = (next ?? Number.MAX_SAFE_INTEGER) - Date.now()
    return left < MINUTE_MS ? again(Math.max(0, left)) : undefined
  })
}

const nextPublishing = async (sql: Sql): Promise<number | undefined> => {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('announcement')
      .select('publish_at')
      .where('state', '=', 'scheduled')
      .where('removed_at', 'is', null)
      .where('publish_at', 'is not', null)
      .orderBy('publish_at')
      .limit(1),
  )
  return row?.publish_at ?? undefined
}

/** Publishes and ends what is due at a moment. Answers how many were looked at. */
export function stepDue({ data, bus }: Given, now: number): Promise<number> {
  return data.scoped(WHOLE, async sql => {
    const due = await rowsOf(
      sql,
      tables
        .selectFrom('announcement')
        .select('id')
        .where('removed_at', 'is', null)
        .where(({ and, or, eb }) =>
          or([
            and([eb('state', '=', 'scheduled'), eb('publish_at', '<=', now)]),
            and([eb('state', 'in', ['scheduled', 'published']), eb('expires_at', '<=', now)]),
          ]),
        )
        .orderBy('id')
        .limit(MOST_AT_ONCE)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    for (const { id } of due) {
      const row = await announcementOf(sql, id)
      const step = row && announcementAfter(row, 'clock', now)
      if (row && step?.state === 'published') await publishNow({ sql, bus }, row, now)
      else if (row && step)
        await rowsOf(
          sql,
          tables
            .updateTable('announcement')
            .set({ state: step.state, version: row.version + 1, updated_at: now })
            .where('id', '=', id)
            .returning('id'),
        )
    }
    return due.length
  })
}

/** Sends the reminders that are due at a moment. What was missed while nothing ran is sent once, not for each offset. */
export function remindDue({ data, bus }: Given, now: number): Promise<number> {
  return data.scoped(WHOLE, async sql => {
    const due = await rowsOf(
      sql,
      tables
        .selectFrom('announcement_reminder')
        .select(['announcement_id', 'offset_hours'])
        .where('sent_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(MOST_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    for (const id of new Set(due.map(each => each.announcement_id))) {
      const row = await announcementOf(sql, id)
      if (row?.state === 'published') await remind({ sql, bus }, row, now)
    }
    for (const { announcement_id, offset_hours } of due)
      await rowsOf(
        sql,
        tables
          .updateTable('announcement_reminder')
          .set({ sent_at: now })
          .where('announcement_id', '=', announcement_id)
          .where('offset_hours', '=', offset_hours)
          .returning('offset_hours'),
      )
    return due.length
  })
}
