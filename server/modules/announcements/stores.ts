// How announcements and their receipts are stored, and what people do with them.
import { announcement, announcementForm } from '../../../src/domain/announcement/announcement.ts'
import {
  type AnnouncementAct,
  type AnnouncementStep,
  announcementAfter,
} from '../../../src/domain/announcement/announcement-step.ts'
import { announcementReceipt } from '../../../src/domain/announcement/receipt.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving, Table } from '../../entity/table.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import { withdrawCase } from '../approvals/public.ts'
import { countOf } from './audience.ts'
import { publishNow, remind } from './publishing.ts'
import { beginRound } from './review.ts'
import { announcementOf, type StoredAnnouncement } from './rows.ts'

interface Given {
  bus: Bus
  /** Something may be due to be published now. */
  wake: () => void
}

const list = (column: string) => `to_json(t.${column})`
const names = (table: string, column: string) =>
  `(select coalesce(json_agg(x.name order by x.id), '[]') from ${table} x where x.id = any(t.${column}))`
const receipts = (condition: string) =>
  `(select count(*)::int from announcement_receipt r where r.announcement_id = t.id and r.removed_at is null${condition})`

async function stored(sql: Sql, id: number): Promise<StoredAnnouncement> {
  const row = await announcementOf(sql, id)
  if (!row) throw new Refused('row.unknown')
  return row
}

/** The step, or the refusal that says what is in its way. */
function stepOf(row: StoredAnnouncement, act: AnnouncementAct, now: number): AnnouncementStep {
  const step = announcementAfter(row, act, now)
  if (step) return step
  const lasting = announcementAfter({ ...row, expiresAt: null }, act, now)
  throw lasting
    ? new Refused('announcement.expired', { field: 'expiresAt' })
    : new Refused('state.transition')
}

/** Writes the step down and begins or ends its review. */
async function carryOut(
  { bus, wake }: Given,
  sql: Sql,
  row: StoredAnnouncement,
  { step, by, now }: { step: AnnouncementStep; by: string; now: number },
): Promise<void> {
  const version = row.version + 1
  await rowsOf(
    sql,
    tables
      .updateTable('announcement')
      .set({ state: step.state, version, updated_at: now, changed_by_name: by })
      .where('id', '=', row.id)
      .returning('id'),
  )
  if (step.review === 'begin') await beginRound(sql, bus, { ...row, state: step.state, version })
  if (step.review === 'withdraw')
    await withdrawCase({ sql, bus, tenantId: row.tenantId }, { kind: 'announcement', subjectId: row.id })
  if (step.state === 'scheduled') sql.afterCommit(wake)
}

async function refuseNobody(sql: Sql, row: StoredAnnouncement): Promise<void> {
  if ((await countOf(sql, row)) === 0) throw new Refused('announcement.nobody', { field: 'audience' })
}

/** Each command at the time of the server, on the row as it is now: it is locked. */
const doing =
  (work: (row: StoredAnnouncement, commanding: Commanding, now: number) => Promise<void>) =>
  async (commanding: Commanding): Promise<void> =>
    work(await stored(commanding.context.sql, commanding.row.id), commanding, Date.now())

const announcementTable = (given: Given): Table => ({
  name: 'announcement',
  columns: {
    pictures: list('pictures'),
    departmentIds: list('department_ids'),
    postIds: list('post_ids'),
    communityIds: list('community_ids'),
    departmentNames: names('department', 'department_ids'),
    postNames: names('post', 'post_ids'),
    communityNames: names('community', 'community_ids'),
    people: receipts(''),
    read: receipts(` and r.state <> 'unread'`),
    confirmed: receipts(` and r.state = 'confirmed'`),
  },
  changedBy: 'changedByName',
  beforeSave,
  // A text that others agreed to, or are asked about, is another one now.
  afterSave: async ({ context, id, before }) => {
    if (!before) return
    const row = await stored(context.sql, id)
    const step = stepOf(row, 'edit', Date.now())
    if (step.state === row.state && step.review === undefined) return
    await carryOut(given, context.sql, row, { step, by: context.person.name, now: Date.now() })
  },
  beforeRemove: async ({ context, row, tenantId }) => {
    if (row.state === 'published') throw new Refused('state.transition')
    const { sql } = context
    await withdrawCase({ sql, bus: given.bus, tenantId }, { kind: 'announcement', subjectId: row.id })
  },
  afterChange: async ({ context, id, verb }) => {
    // What was in review when it was removed has no approvers any more.
    if (verb === 'restore')
      await rowsOf(
        context.sql,
        tables
          .updateTable('announcement')
          .set({ state: 'draft' })
          .where('id', '=', id)
          .where('state', 'in', ['inReview', 'approved', 'scheduled'])
          .returning('id'),
      )
  },
  commands: {
    submit: doing(async (row, { context: { sql, person } }, now) => {
      const step = stepOf(row, 'submit', now)
      await refuseNobody(sql, row)
      await carryOut(given, sql, row, { step, by: person.name, now })
    }),
    publish: doing(async (row, { context: { sql, person } }, now) => {
      stepOf(row, 'publish', now)
      await refuseNobody(sql, row)
      await publishNow({ sql, bus: given.bus }, row, now, person.name)
    }),
    withdraw: doing(async (row, { context: { sql, person } }, now) => {
      const step = stepOf(row, 'withdraw', now)
      await carryOut(given, sql, row, { step, by: person.name, now })
    }),
    remind: doing(async (row, { context: { sql } }, now) => {
      if ((await remind({ sql, bus: given.bus }, row, now)) === 0) throw new Refused('announcement.allRead')
    }),
  },
})

/** What the wire cannot check: fields that depend on each other, and whose pictures they are. */
async function beforeSave({ context, input, before, tenantId }: Saving): Promise<Record<string, unknown>> {
  if (before?.state === 'published') throw new Refused('state.transition')
  const whole: Record<string, unknown> = { ...before, ...input }
  const checked = announcementForm.safeParse(whole)
  if (!checked.success) throw refusalOf(checked.error.issues, whole)
  await refuseForeignPictures(context.sql, tenantId, checked.data.pictures)
  const { person } = context
  return {
    changed_by_name: person.name,
    // Another audience than before keeps nothing of the old one.
    ...(checked.data.audience !== 'departments' && { department_ids: [] }),
    ...(checked.data.audience !== 'posts' && { post_ids: [] }),
    ...(checked.data.audience !== 'residents' && { community_ids: [] }),
    // Residents have no receipts to confirm, and wear nothing that speaks.
    ...(checked.data.audience === 'residents' && { must_confirm: false, spoken: false }),
    // Whoever writes the text last has written it: nobody agrees to their own.
    author_id: person.accountId,
    author_name: person.name,
  }
}

async function refuseForeignPictures(sql: Sql, tenantId: number, pictures: readonly string[]): Promise<void> {
  const keys = [...new Set(pictures.map(address => address.replace(/^\/files\//, '')))]
  if (keys.length === 0) return
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('stored_file')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'image')
      .where('removed_at', 'is', null)
      .where('key', 'in', keys),
  )
  if (rows.length !== keys.length) throw new Refused('field.picture', { field: 'pictures' })
}

const ofAnnouncement = (column: string) => `a.${column}`

/** Everybody has their own; what was withdrawn is gone from all of them. */
const receiptTable = (bus: Bus): Table => ({
  name: 'announcement_receipt',
  joins: 'join announcement a on a.id = t.announcement_id',
  columns: {
    title: ofAnnouncement('title'),
    content: ofAnnouncement('content'),
    pictures: `to_json(a.pictures)`,
    publisherName: ofAnnouncement('publisher_name'),
    expiresAt: ofAnnouncement('expires_at'),
    mustConfirm: ofAnnouncement('must_confirm'),
    current: `(a.state = 'published')`,
  },
  visible: ({ person }, bind) =>
    `(t.account_id = ${bind(person.accountId)} and a.removed_at is null and a.state in ('published', 'expired'))`,
  commands: {
    read: async ({ context, row, at }) => mark(context.sql, row.id, { state: 'read', at }),
    confirm: async ({ context, row, at }) => mark(context.sql, row.id, { state: 'confirmed', at }),
  },
  afterChange: async ({ context: { sql, person }, id, tenantId }) => {
    // Reading it there is reading the line of the message centre.
    const changed = await sql.change(
      `update notice n set state = 'read', read_at = $2, version = n.version + 1, updated_at = $2
       from announcement_receipt r where r.id = $1 and n.subject = 'announcement' and n.subject_id = r.announcement_id
         and n.account_id = r.account_id and n.state = 'unread'`,
      [id, Date.now()],
    )
    sql.afterCommit(() => {
      if (changed > 0) bus.emit('notice.changed', { accountIds: [person.accountId] })
      bus.emit('rows.changed', {
        ...{ tenantId, departmentId: 'any' as const, entity: 'announcement' as const },
        rows: [{ id, version: null }],
      })
    })
  },
})

async function mark(
  sql: Sql,
  id: number,
  { state, at }: { state: 'read' | 'confirmed'; at: number },
): Promise<void> {
  await sql.change(
    `update announcement_receipt set state = $2, read_at = coalesce(read_at, $3),
       confirmed_at = case when $2 = 'confirmed' then $3 else confirmed_at end,
       version = version + 1, updated_at = $4
     where id = $1`,
    [id, state, at, Date.now()],
  )
}

export const announcementStores = (given: Given): Store[] => [
  { entity: announcement, table: announcementTable(given) },
  { entity: announcementReceipt, table: receiptTable(given.bus) },
]
