// What a tenant's directory does with its people here: by the stores that people at the console use, so that audit, rules and the
// end of sessions hold all the same.
import * as z from 'zod/mini'
import { errorIds } from '../../../src/contract/errors.ts'
import { userWrite } from '../../../src/domain/access/access.ts'
import { loginNameOf } from '../../../src/domain/access/identity-provider.ts'
import type { DirectoryChanges, ShownPerson } from '../../../src/domain/access/scim.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRows } from '../../entity/reading.ts'
import { named } from '../../entity/rules.ts'
import { saveRow } from '../../entity/saving.ts'
import type { Store } from '../../entity/statement.ts'
import type { Row } from '../../entity/table.ts'
import { commandRows } from '../../entity/writing.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { newPerson, readProvider } from '../identity/public.ts'
import { directoryRows, isGone } from './rows.ts'

const shown = z.looseObject({
  username: z.string(),
  name: z.string(),
  status: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
})

/** People by their ids, in that order, as the directory knows them; those whom it deleted, or who are gone, are left out. */
export async function readPeople(
  users: Store,
  context: Context,
  ids: readonly number[],
): Promise<ShownPerson[]> {
  const rows = await readRows(users, ids, context)
  const known = await directoryRows(context.sql, ids)
  return ids.flatMap(id => {
    const [row, called] = [rows.get(id)?.row, known.get(id)]
    return row && !isGone(called) ? [personOf(row, called)] : []
  })
}

function personOf(
  row: Row,
  called: { userName: string; externalId: string | null } | undefined,
): ShownPerson {
  const { username, name, status, createdAt, updatedAt, email, phone } = z.parse(shown, row)
  return {
    ...{ id: row.id, version: row.version, createdAt, updatedAt, name, email, phone },
    ...{ active: status === 'enabled', userName: called?.userName ?? username },
    externalId: called?.externalId ?? null,
  }
}

export async function readOne(users: Store, context: Context, id: number): Promise<ShownPerson> {
  const [found] = await readPeople(users, context, [id])
  if (!found) throw new Refused('row.unknown')
  return found
}

/** The login name here that a directory's name stands for. */
async function loginNameFor(sql: Sql, tenantId: number, userName: string) {
  const provider = await readProvider(sql, tenantId)
  const username = loginNameOf(userName, provider.mailDomain)
  if (username === undefined) throw new Refused('provider.badName', { field: 'userName' })
  return { provider, username }
}

const accountNamed = (sql: Sql, tenantId: number, username: string) =>
  firstOf(
    sql,
    tables
      .selectFrom('account')
      .leftJoin('directory_person', 'directory_person.account_id', 'account.id')
      .select(['account.id', 'directory_person.gone_at as goneAt'])
      .where('account.tenant_id', '=', tenantId)
      .where('account.removed_at', 'is', null)
      .where(({ eb, fn, or }) =>
        or([
          eb(fn<string>('lower', ['account.username']), '=', username.toLowerCase()),
          eb(fn<string>('lower', ['directory_person.user_name']), '=', username.toLowerCase()),
        ]),
      )
      .limit(1),
  )

/** Somebody whom the directory had deleted comes back as who they were; a name that is in use is refused. */
export async function makePerson(
  users: Store,
  context: Context,
  wanted: DirectoryChanges & { userName: string },
): Promise<ShownPerson> {
  const { sql, person } = context
  const { tenantId } = person
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`directory of ${tenantId}`])
  const { provider, username } = await loginNameFor(sql, tenantId, wanted.userName)
  const before =
    (await accountNamed(sql, tenantId, wanted.userName)) ?? (await accountNamed(sql, tenantId, username))
  if (before && before.goneAt === null) throw new Refused('field.duplicate', { field: 'userName' })
  const otherwise = provider.signInName === '' ? username : `${username}.${provider.signInName}`
  const id =
    before?.id ??
    (await newPerson(users, context, { ...provider, tenantId }, { ...wanted, username, otherwise }))
  if (before) await forget(sql, id)
  const { userName, externalId = null } = wanted
  await note(sql, { id, tenantId, userName, externalId })
  const { name, email, phone, active = true } = wanted
  await change(users, context, id, {
    ...(before && { name: name ?? wanted.userName, ...(email && { email }), ...(phone && { phone }) }),
    active,
  })
  return readOne(users, context, id)
}

export async function changePerson(
  users: Store,
  context: Context,
  id: number,
  { userName, externalId, ...changes }: DirectoryChanges,
): Promise<ShownPerson> {
  const { sql, person } = context
  const { tenantId } = person
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`directory of ${tenantId}`])
  const before = await readOne(users, context, id)
  const renamed = userName !== undefined && userName.toLowerCase() !== before.userName.toLowerCase()
  const { username } = renamed ? await loginNameFor(sql, tenantId, userName) : {}
  const taken = renamed && (await accountNamed(sql, tenantId, userName))
  if (taken && taken.id !== id) throw new Refused('field.duplicate', { field: 'userName' })
  if (userName !== undefined || externalId !== undefined)
    await note(sql, {
      ...{ id, tenantId, userName: userName ?? before.userName },
      externalId: externalId === undefined ? before.externalId : externalId,
    })
  await change(users, context, id, { ...changes, ...(username !== undefined && { username }) })
  return readOne(users, context, id)
}

/** Disabled here, with everything that they have done; unknown to the directory from now on. */
export async function deletePerson(users: Store, context: Context, id: number): Promise<void> {
  const { sql, person } = context
  const before = await readOne(users, context, id)
  await change(users, context, id, { active: false })
  await note(sql, { ...before, tenantId: person.tenantId })
  await rowsOf(
    sql,
    tables
      .updateTable('directory_person')
      .set({ gone_at: Date.now() })
      .where('account_id', '=', id)
      .returning('account_id'),
  )
}

const written = z.partial(z.pick(userWrite, { username: true, name: true, email: true, phone: true }))

interface Changes extends Omit<DirectoryChanges, 'userName' | 'externalId'> {
  username?: string
}

async function change(users: Store, context: Context, id: number, changes: Changes): Promise<void> {
  const { active, ...fields } = changes
  const row = (await readRows(users, [id], context, { lock: true })).get(id)?.row
  if (!row) throw new Refused('row.unknown')
  const fresh = Object.entries(fields).filter(([field, value]) => (row[field] ?? '') !== value)
  if (fresh.length > 0) {
    const input = z.safeParse(written, Object.fromEntries(fresh))
    if (!input.success)
      throw new Refused('field.format', { field: String(input.error.issues[0]?.path[0] ?? 'name') })
    await saveRow(users, { id, version: row.version, ...input.data }, context)
  }
  if (active === undefined || active === (row.status === 'enabled')) return
  const { results } = await commandRows(users, active ? 'enable' : 'disable', { ids: [id] }, context)
  const refused = results.find(({ ok }) => !ok)?.error
  if (refused) throw new Refused(errorIds.find(each => each === refused.id) ?? 'forbidden')
}

async function forget(sql: Sql, id: number): Promise<void> {
  await sql.change('delete from directory_person where account_id = $1', [id])
}

const unique = {
  table: {
    unique: { directory_person_user_name: 'userName', directory_person_external_id: 'externalId' },
  },
}

interface Note {
  id: number
  tenantId: number
  userName: string
  externalId: string | null
}

async function note(sql: Sql, { id, tenantId, userName, externalId }: Note): Promise<void> {
  // Whom people removed here keeps no name from the directory's next one.
  await sql.change(
    `delete from directory_person d using account a where a.id = d.account_id and d.tenant_id = $1 and d.account_id <> $4
       and (a.removed_at is not null or d.gone_at is not null) and (lower(d.user_name) = lower($2) or d.external_id = $3)`,
    [tenantId, userName, externalId, id],
  )
  const values = { user_name: userName, external_id: externalId }
  await named(unique, () =>
    rowsOf(
      sql,
      tables
        .insertInto('directory_person')
        .values({ account_id: id, tenant_id: tenantId, ...values })
        .onConflict(conflict => conflict.column('account_id').doUpdateSet(values))
        .returning('account_id'),
    ),
  )
}
