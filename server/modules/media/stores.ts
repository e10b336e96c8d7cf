// How photos and videos are stored and judged: each judgement keeps what it replaced, so that it can be taken back.
import * as z from 'zod/mini'
import type { FileKind } from '../../../src/domain/file/stored-file.ts'
import { photo } from '../../../src/domain/media/photo.ts'
import { type ReviewState, reviewReason } from '../../../src/domain/media/review.ts'
import { video } from '../../../src/domain/media/video.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Changing, Commanding, Saving, Table } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { uploadedFile } from '../files/public.ts'

type Kept = 'photo' | 'video'

/** So many judgements of one row can be taken back, one after the other. */
const MOST_STEPS = 10

export function mediaStores(bus: Bus): Store[] {
  return [
    { entity: photo, table: tableOf(bus, 'photo', 'image', {}) },
    {
      entity: video,
      table: {
        ...tableOf(bus, 'video', 'video', {
          cover: `(select '/files/' || c.key from stored_file c where c.id = t.cover_id and c.removed_at is null)`,
        }),
        apart: ['url', 'cover'],
      },
    },
  ]
}

const ofFile = (column: string) => `(select f.${column} from stored_file f where f.id = t.file_id)`

function tableOf(bus: Bus, name: Kept, kind: FileKind, further: Record<string, string>): Table {
  return {
    name,
    columns: {
      url: `(select '/files/' || f.key from stored_file f where f.id = t.file_id)`,
      contentType: ofFile('content_type'),
      bytes: ofFile('bytes'),
      width: ofFile('width'),
      height: ofFile('height'),
      undoable: `t.steps <> '[]'`,
      ...further,
    },
    order: { shown: 't.pinned' },
    apart: ['url'],
    unique: { [`${name}_file`]: 'url' },
    changedBy: 'changedByName',
    // What was not approved is between who took it and who judges.
    visible: ({ person }, bind) =>
      holds(person.permissions, `${name}.review`)
        ? undefined
        : `(t.user_id = ${bind(person.accountId)} or (t.state = 'approved' and t.published))`,
    beforeSave: saving => columnsOf(name, kind, saving),
    beforeRemove: changing => throwFileAway(name, changing),
    beforeRestore: changing => takeFileBack(name, changing),
    afterChange: ({ context, id, tenantId }) => tellReviewers(bus, name, context.sql, { id, tenantId }),
    commands: {
      approve: commanding => judge(name, 'approved', commanding),
      reject: commanding => judge(name, 'rejected', commanding),
      hide: commanding => judge(name, 'hidden', commanding),
      report: commanding => judge(name, 'reported', commanding),
      reopen: commanding => judge(name, 'review', commanding),
      takeBack: commanding => takeBack(name, commanding),
      publish: commanding => show(name, commanding, { published: true }),
      // What nobody sees stands first nowhere.
      unpublish: commanding => show(name, commanding, { published: false, pinned: false }),
      pin: commanding => show(name, commanding, { pinned: true }),
      unpin: commanding => show(name, commanding, { pinned: false }),
    },
  }
}

/** Whoever judges beside one, or looks at the list, hears of it once this has committed. */
async function tellReviewers(
  bus: Bus,
  name: Kept,
  sql: Sql,
  { id, tenantId }: { id: number; tenantId: number },
): Promise<void> {
  const row = await firstOf(
    sql,
    tables.selectFrom(name).select(['version', 'removed_at', 'department_id']).where('id', '=', id),
  )
  if (!row) return
  const version = row.removed_at === null ? row.version : null
  sql.afterCommit(() =>
    bus.emit('rows.changed', {
      ...{ tenantId, departmentId: row.department_id, entity: name },
      rows: [{ id, version }],
    }),
  )
}

const given = z.object({
  url: z.optional(z.string()),
  cover: z.optional(z.nullable(z.string())),
  takenAt: z.optional(z.number()),
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  deviceId: z.optional(z.nullable(z.number())),
  departmentId: z.optional(z.nullable(z.number())),
})

/** Who took it, which file it is, when and in which department. */
async function columnsOf(name: Kept, kind: FileKind, saving: Saving): Promise<Record<string, unknown>> {
  const { context, input, before, tenantId } = saving
  const { person } = context
  const asked = z.parse(given, input)
  refuseHalfPlace({ ...z.parse(given, before ?? {}), ...asked })
  const columns: Record<string, unknown> = { changed_by_name: person.name }
  if (name === 'video' && asked.cover !== undefined)
    columns.cover_id = asked.cover
      ? await uploadedFile(saving.context.sql, {
          tenantId: saving.tenantId,
          address: asked.cover,
          kind: 'image',
          field: 'cover',
        })
      : null
  // No clock of a phone makes tomorrow's photo.
  if (asked.takenAt !== undefined) columns.taken_at = Math.min(asked.takenAt, Date.now())
  if (before) {
    if (asked.url !== undefined && asked.url !== before.url)
      throw new Refused('field.picture', { field: 'url' })
    return columns
  }
  if (!asked.url) throw new Refused('field.imageEmpty', { field: 'url' })
  columns.file_id = await uploadedFile(saving.context.sql, {
    tenantId: saving.tenantId,
    address: asked.url,
    kind,
    field: 'url',
  })
  columns.taken_at ??= Date.now()
  columns.user_id = person.accountId
  columns.user_name = person.name
  columns.department_id = asked.departmentId ?? (await departmentOf(saving, asked.deviceId, tenantId))
  return columns
}

/** Half of a place is none, and a phone that knows no place says 0, 0. */
function refuseHalfPlace({ latitude, longitude }: z.output<typeof given>): void {
  const [north, east] = [typeof latitude === 'number', typeof longitude === 'number']
  if (north !== east) throw new Refused('field.required', { field: north ? 'longitude' : 'latitude' })
  if (latitude === 0 && longitude === 0) throw new Refused('place.nowhere')
}

/** That of the device, else of the person. */
async function departmentOf(
  { context }: Saving,
  deviceId: number | null | undefined,
  tenantId: number,
): Promise<number | null> {
  const { person, sql } = context
  if (!deviceId) return person.departmentId
  const device = await firstOf(
    sql,
    tables
      .selectFrom('device')
      .select('department_id')
      .where('id', '=', deviceId)
      .where('tenant_id', '=', tenantId),
  )
  return device?.department_id ?? person.departmentId
}

/** The bytes go with the row, and may be taken back for as long as those of any upload. */
async function throwFileAway(name: Kept, { context, row }: Changing): Promise<void> {
  await context.sql.change(
    `update stored_file set removed_at = $2, updated_at = $2, version = version + 1
     where removed_at is null and id in (select unnest(${filesOf(name)}) from ${name} where id = $1)`,
    [row.id, Date.now()],
  )
}

async function takeFileBack(name: Kept, { context, row }: Changing): Promise<void> {
  const back = await context.sql.change(
    `update stored_file set removed_at = null, updated_at = $2, version = version + 1
     where swept_at is null and id in (select unnest(${filesOf(name)}) from ${name} where id = $1)`,
    [row.id, Date.now()],
  )
  if (back === 0) throw new Refused('row.unknown')
}

const filesOf = (name: Kept) => (name === 'video' ? 'array[file_id, cover_id]' : 'array[file_id]')

const because = z.object({
  reason: z.optional(reviewReason),
  reasonNote: z.optional(z.nullable(z.string())),
})

async function judge(name: Kept, to: ReviewState, { context, row, input, at }: Commanding): Promise<void> {
  if (row.state === to) return
  const { reason = null, reasonNote = null } = z.parse(because, input)
  // What is turned down is shown to nobody; what was reported comes back as it was once it is approved again.
  const stays = to === 'approved' || to === 'reported'
  await context.sql.change(
    `update ${name} set
       steps = (select jsonb_agg(step order by nth) from jsonb_array_elements(
         jsonb_build_array(jsonb_build_object('state', state, 'reason', reason, 'reasonNote', reason_note,
           'published', published, 'pinned', pinned, 'by', judged_by_id, 'name', judged_by_name, 'at', judged_at)) || steps)
         with ordinality as kept (step, nth) where nth <= ${MOST_STEPS}),
       state = $2, reason = $3, reason_note = $4, published = published and $5, pinned = pinned and $5,
       judged_by_id = $6, judged_by_name = $7, judged_at = $8, changed_by_name = $7, version = version + 1, updated_at = $9
     where id = $1`,
    [
      row.id,
      to,
      reason,
      reasonNote?.trim() || null,
      stays,
      context.person.accountId,
      context.person.name,
      at,
      Date.now(),
    ],
  )
}

async function takeBack(name: Kept, { context, row }: Commanding): Promise<void> {
  await context.sql.change(
    `update ${name} set
       state = steps->0->>'state', reason = steps->0->>'reason', reason_note = steps->0->>'reasonNote',
       published = (steps->0->>'published')::boolean, pinned = (steps->0->>'pinned')::boolean,
       judged_by_id = (steps->0->>'by')::bigint, judged_by_name = steps->0->>'name',
       judged_at = (steps->0->>'at')::bigint, steps = steps - 0, changed_by_name = $2,
       version = version + 1, updated_at = $3
     where id = $1 and steps <> '[]'`,
    [row.id, context.person.name, Date.now()],
  )
}

async function show(
  name: Kept,
  { context, row }: Commanding,
  { published, pinned }: { published?: boolean; pinned?: boolean },
): Promise<void> {
  const now = Date.now()
  const next = { published: published ?? row.published === true, pinned: pinned ?? row.pinned === true }
  if (next.published === row.published && next.pinned === row.pinned) return
  await context.sql.change(
    `update ${name} set published = $2, pinned = $3,
       published_at = case when not $2 then null else coalesce(published_at, $4) end,
       changed_by_name = $5, version = version + 1, updated_at = $4
     where id = $1`,
    [row.id, next.published, next.pinned, now, context.person.name],
  )
}
