// Invitations: made by somebody who may, good for one person once, never for more than the inviter holds at that moment.
import { createHmac, randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import type {
  acceptInvitation,
  invite,
  lookAtInvitation,
} from '../../../src/contract/endpoints/invitation.ts'
import { CODE_SIGNS } from '../../../src/domain/limits.ts'
import { holds } from '../../../src/domain/permission.ts'
import {
  INVITATION_LENGTH,
  invitationLives,
  typedCode,
  writtenCode,
} from '../../../src/domain/setup/invitation.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by, holdRows } from '../../entity/rules.ts'
import type { Caller, Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'
import { refuseRolesBeyond } from '../access/public.ts'
import { checkNewPassword, hashPassword, type Sessions } from '../session/public.ts'

/** Open ones of a tenant at once. */
const MOST_OPEN = 200
const INVITING = 'user.save'

/** Under a key of the installation: a stolen table does not give the codes away. */
export type HashCode = (code: string) => Buffer
export const hashWith =
  (key: Buffer): HashCode =>
  code =>
    createHmac('sha256', key).update(code).digest()

const idList = z.array(z.int())

const newCode = () =>
  Array.from({ length: INVITATION_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')

export async function makeInvitation(
  { forName, roleIds, life }: z.output<typeof invite.request>,
  context: Context,
  hashOf: HashCode,
): Promise<z.output<typeof invite.response>> {
  const { sql, person } = context
  const { tenantId } = person
  const roles = [...new Set(roleIds)]
  if (!(await holdRows(sql, 'role', roles, tenantId)))
    throw new Refused('field.reference', { field: 'roleIds' })
  await refuseRolesBeyond(context, roles, 'roleIds')
  const now = Date.now()
  const open = await rowsOf(
    sql,
    tables
      .selectFrom('invitation')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('used_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('expires_at', '>', now)
      .limit(MOST_OPEN),
  )
  if (open.length >= MOST_OPEN) throw new Refused('throttled', { status: 429 })
  const code = newCode()
  const expiresAt = now + invitationLives[life]
  const made = await firstOf(
    sql,
    tables
      .insertInto('invitation')
      .values({
        ...{ tenant_id: tenantId, created_at: now, expires_at: expiresAt, code_hash: hashOf(code) },
        ...{ for_name: forName.trim(), role_ids: roles, by_id: person.accountId, by_name: person.name },
      })
      .returning('id'),
  )
  if (!made) throw new Error('The invitation was not made')
  sql.audit({
    ...by(context, tenantId),
    ...{
      action: 'invitation.make',
      entity: 'user',
      rowId: null,
      detail: { invitation: made.id, roleIds: roles },
    },
  })
  return { id: made.id, code: writtenCode(code), expiresAt }
}

/** With the names of their roles; one whose roles are gone has none. */
export async function openOnes(sql: Sql, tenantId: number, now: number) {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('invitation as i')
      .select(['i.id', 'i.for_name as forName', 'i.by_name as byName'])
      .select(['i.created_at as createdAt', 'i.expires_at as expiresAt'])
      .select(({ fn }) => fn<unknown>('array_to_json', ['i.role_ids']).as('roleIds'))
      .where('i.tenant_id', '=', tenantId)
      .where('i.used_at', 'is', null)
      .where('i.withdrawn_at', 'is', null)
      .where('i.expires_at', '>', now)
      .orderBy('i.created_at', 'desc'),
  )
  const known = await rowsOf(
    sql,
    tables
      .selectFrom('role')
      .select(['id', 'name'])
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null),
  )
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return rows.map(({ roleIds, ...row }) => ({
    ...row,
    roleNames: z.parse(idList, roleIds).flatMap(id => names.get(id) ?? []),
  }))
}

export async function withdraw(id: number, context: Context): Promise<void> {
  const { sql, person } = context
  const gone = await firstOf(
    sql,
    tables
      .updateTable('invitation')
      .set({ withdrawn_at: Date.now() })
      .where('id', '=', id)
      .where('tenant_id', '=', person.tenantId)
      .where('used_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning('id'),
  )
  if (!gone) throw new Refused('row.unknown')
  sql.audit({
    ...by(context, person.tenantId),
    ...{ action: 'invitation.withdraw', entity: 'user', rowId: null, detail: { invitation: id } },
  })
}

interface Found {
  id: number
  tenantId: number
  tenantName: string
  forName: string
  byId: number
  byName: string
  expiresAt: number
  roleIds: number[]
  departmentId: number | null
}

/** Unknown, used, taken back and over are the same to who asks. */
async function findOpen(sql: Sql, hash: Buffer, now: number, lock: boolean): Promise<Found | undefined> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('invitation as i')
      .innerJoin('tenant as t', 't.id', 'i.tenant_id')
      .select(['i.id', 'i.tenant_id as tenantId', 't.name as tenantName', 'i.for_name as forName'])
      .select(['i.by_id as byId', 'i.by_name as byName', 'i.expires_at as expiresAt'])
      .select(['i.department_id as departmentId'])
      .select(({ fn }) => fn<unknown>('array_to_json', ['i.role_ids']).as('roleIds'))
      .where('i.code_hash', '=', hash)
      .where('i.used_at', 'is', null)
      .where('i.withdrawn_at', 'is', null)
      .where('i.expires_at', '>', now)
      .where('t.removed_at', 'is', null)
      .where('t.status', '=', 'enabled')
      .$if(lock, query => query.forUpdate('i')),
  )
  return row && { ...row, roleIds: z.parse(idList, row.roleIds) }
}

const rolesOf = (sql: Sql, { roleIds, tenantId }: Found) =>
  rowsOf(
    sql,
    tables
      .selectFrom('role')
      .select(['id', 'name'])
      .where('id', 'in', roleIds)
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .orderBy('name'),
  )

interface Parts {
  data: Data
  sessions: Pick<Sessions, 'personOf'>
  hashOf: HashCode
}

/** The open invitation of a code with whoever made it, as long as they may still invite. */
async function openOf(
  typed: string,
  { data, sessions, hashOf }: Parts,
  now: number,
): Promise<{ found: Found; inviter: Person; hash: Buffer }> {
  const code = typedCode(typed)
  if (code === undefined) throw new Refused('invitation.over', { field: 'code' })
  const hash = hashOf(code)
  const found = await data.scoped(WHOLE, sql => findOpen(sql, hash, now, false))
  const inviter = found && (await sessions.personOf(found.byId))
  // Whoever was dismissed, or lost the right, invites nobody any more.
  if (!found || !inviter || inviter.tenantId !== found.tenantId || !holds(inviter.permissions, INVITING))
    throw new Refused('invitation.over', { field: 'code' })
  return { found, inviter, hash }
}

export async function look(code: string, parts: Parts): Promise<z.output<typeof lookAtInvitation.response>> {
  const { found } = await openOf(code, parts, Date.now())
  const roles = await parts.data.scoped(WHOLE, sql => rolesOf(sql, found))
  const { tenantName, forName, byName, expiresAt } = found
  return { tenantName, forName, byName, expiresAt, roleNames: roles.map(({ name }) => name) }
}

/** Makes the account; of two who accept at once the second finds the invitation used. */
export async function accept(
  { code, username, name, password }: z.output<typeof acceptInvitation.request>,
  parts: Parts,
  { address }: Pick<Caller, 'address'>,
): Promise<z.output<typeof acceptInvitation.response>> {
  const now = Date.now()
  const { found: asked, inviter, hash } = await openOf(code, parts, now)
  const chosen = { password, tenantId: asked.tenantId, username, field: 'password' }
  await parts.data.scoped(WHOLE, sql => checkNewPassword(sql, chosen))
  const own = await hashPassword(password)
  return parts.data.scoped(WHOLE, async sql => {
    const found = await findOpen(sql, hash, now, true)
    if (!found) throw new Refused('invitation.over', { field: 'code' })
    const roles = await rolesOf(sql, found)
    if (roles.length === 0) throw new Refused('invitation.over', { field: 'code' })
    const roleIds = roles.map(({ id }) => id)
    await refuseRolesBeyond({ person: inviter, sql }, roleIds, 'code')
    const { tenantId } = found
    // A name that is taken makes no row; the words of the database are nobody's.
    const made = await firstOf(
      sql,
      tables
        .insertInto('account')
        .values({
          ...{ tenant_id: tenantId, created_at: now, updated_at: now, username, name: name.trim() },
          ...{ password_hash: own, department_id: found.departmentId },
        })
        .onConflict(conflict => conflict.doNothing())
        .returning('id'),
    )
    if (!made) throw new Refused('field.duplicate', { field: 'username' })
    await rowsOf(
      sql,
      tables
        .insertInto('account_role')
        .values(roleIds.map(role_id => ({ tenant_id: tenantId, account_id: made.id, role_id })))
        .returning('role_id'),
    )
    await rowsOf(
      sql,
      tables
        .updateTable('invitation')
        .set({ used_at: now, used_by_id: made.id })
        .where('id', '=', found.id)
        .returning('id'),
    )
    sql.audit({
      ...{ tenantId, userId: made.id, userName: username, address, action: 'invitation.accept' },
      ...{ entity: 'user', rowId: made.id, detail: { invitation: found.id, invitedBy: found.byId, roleIds } },
    })
    return { username }
  })
}
