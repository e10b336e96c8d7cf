// How people are stored: roles in a table of their own, passwords as hashes, nobody raised above the one who does it.
import { user } from '../../../src/domain/access/access.ts'
import { holds } from '../../../src/domain/permission.ts'
import { holdRows } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { accountOrNobody } from '../../person.ts'
import { returnRights, withdrawRights } from '../intercom/public.ts'
import {
  checkNewPassword,
  type SessionServices,
  type Sessions,
  temporaryPassword,
} from '../session/public.ts'
import { changedCredentials, notifyOfCredentials } from './credentials.ts'
import { keepAdministrators } from './last-administrator.ts'
import { refusePersonBeyond, refuseRolesBeyond } from './rights.ts'

type Parts = Pick<Kernel, 'bus'> & { sessions: Sessions } & SessionServices & {
    /** How long a password lasts that somebody else has made. */
    temporaryPasswordHours: number
  }

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'number') : []

export function userStore({
  bus,
  sessions,
  checkOwnPassword,
  checkOwnFactor,
  temporaryPasswordHours,
}: Parts): Store {
  const setStatus =
    (status: string) =>
    async ({ context, row }: Commanding) => {
      await refusePersonBeyond(context, row.id)
      await context.sql.change(
        'update account set status = $2, version = version + 1, updated_at = $3 where id = $1',
        [row.id, status, Date.now()],
      )
      if (status !== 'enabled') await sessions.end(context.sql, row.id)
    }
  const setHighest =
    (highest: boolean) =>
    async ({ context, row, input }: Commanding) => {
      const { person, sql, address } = context
      if (row.visitor === true) throw new Refused('forbidden')
      await checkOwnPassword(person.accountId, String(input.ownPassword), address, 'input.ownPassword')
      await sql.change(
        'update account set highest = $2, version = version + 1, updated_at = $3 where id = $1 and not visitor',
        [row.id, highest, Date.now()],
      )
    }
  return {
    entity: user,
    table: {
      name: 'account',
      columns: {
        roleIds: `(select coalesce(json_agg(ar.role_id order by ar.role_id), '[]') from account_role ar
          join role r on r.id = ar.role_id and r.removed_at is null where ar.account_id = t.id)`,
        roleNames: `(select coalesce(json_agg(r.name order by ar.role_id), '[]') from account_role ar
          join role r on r.id = ar.role_id and r.removed_at is null where ar.account_id = t.id)`,
        tenantName: TENANT_NAME,
        secondFactor: `(exists (select from authenticator f where f.account_id = t.id and f.confirmed_at is not null)
            or exists (select from passkey p where p.account_id = t.id))`,
        unsent: '(select sum(u.count)::int from unsent_work u where u.account_id = t.id)',
        unsentOn: `(select string_agg(distinct u.agent, ' · ') from unsent_work u where u.account_id = t.id)`,
        apiKeys: `(select count(*)::int from api_key k where k.maker_id = t.id and k.removed_at is null
          and k.secret_hash is not null)`,
        unsentSince: '(select min(u.oldest_at) from unsent_work u where u.account_id = t.id)',
      },
      around: ({ context, tenantId }, change) => keepAdministrators(context, tenantId, change),
      apart: ['roleIds', 'password', 'ownPassword', 'ownFactor', 'tenantId'],
      unique: { account_username: 'username', account_phone: 'phone' },
      tenantOfNew: ({ context: { person }, input }) =>
        person.platform && typeof input.tenantId === 'number' ? input.tenantId : person.tenantId,
      beforeSave: async saving => {
        await checkSaving(saving)
        const { before, context, input } = saving
        const { password, ownPassword, ownFactor } = input
        if (before?.id === accountOrNobody(context.person) && changedCredentials(saving).length > 0) {
          const { person, address } = context
          if (typeof ownPassword !== 'string') throw new Refused('field.required', { field: 'ownPassword' })
          await checkOwnPassword(person.accountId, ownPassword, address, 'ownPassword')
          const proof = typeof ownFactor === 'string' ? ownFactor : undefined
          await checkOwnFactor(person, proof, address, 'ownFactor')
        }
        if (typeof password !== 'string') return undefined
        const username = String(input.username ?? before?.username ?? '')
        await checkNewPassword(context.sql, {
          password,
          tenantId: saving.tenantId,
          username,
          field: 'password',
        })
        return temporaryPassword(password, temporaryPasswordHours)
      },
      afterSave: async ({ id, input, before, tenantId, context }) => {
        const { sql } = context
        if (input.roleIds !== undefined) {
          await sql.change('delete from account_role where account_id = $1', [id])
          await sql.change(
            'insert into account_role (tenant_id, account_id, role_id) select $1, $2, unnest($3::bigint[])',
            [tenantId, id, numbers(input.roleIds)],
          )
        }
        if (!before) return
        const changed = changedCredentials({ input, before })
        if (changed.length === 0) return
        const own = id === accountOrNobody(context.person)
        await sessions.end(sql, id, own ? { but: context.tokenHash } : undefined)
        await notifyOfCredentials(context, bus, { id, tenantId }, changed)
      },
      beforeRemove: async ({ context, row }) => {
        if (row.id === accountOrNobody(context.person)) throw new Refused('forbidden.self')
        await refusePersonBeyond(context, row.id)
        await sessions.end(context.sql, row.id)
      },
      // Who comes back comes back with all they had: taking somebody back is giving it.
      beforeRestore: ({ context, row }) => refusePersonBeyond(context, row.id),
      afterChange: async ({ context, id, tenantId, verb }) => {
        const holder = { column: 'account_id', id, tenantId } as const
        if (verb === 'remove') await withdrawRights(context.sql, bus, holder)
        if (verb === 'restore') await returnRights(context.sql, bus, holder)
        context.sql.afterCommit(() => bus.emit('rights.changed', { accountIds: [id] }))
      },
      commands: {
        enable: setStatus('enabled'),
        disable: setStatus('disabled'),
        grantHighest: setHighest(true),
        cancelHighest: setHighest(false),
        assignDepartment: async ({ context, row, input, tenantId }) => {
          await refusePersonBeyond(context, row.id)
          const { departmentId } = input
          const { departments } = context.person
          if (departments !== null && !departments.includes(Number(departmentId)))
            throw new Refused('field.reference', { field: 'input.departmentId' })
          if (departmentId !== null) await refuseUnknownDepartment(context.sql, departmentId, tenantId)
          await context.sql.change(
            'update account set department_id = $2, version = version + 1, updated_at = $3 where id = $1',
            [row.id, departmentId, Date.now()],
          )
        },
      },
    },
  }
}

async function checkSaving({ context, input, before, tenantId }: Saving): Promise<void> {
  const { person, sql } = context
  if (!before && input.password === undefined) throw new Refused('field.required', { field: 'password' })
  if (input.tenantId !== undefined && input.tenantId !== tenantId)
    throw new Refused('field.reference', { field: 'tenantId' })
  if (input.tenantId !== undefined && person.platform) {
    const known = await sql.first('select id from tenant where id = $1 and removed_at is null', [tenantId])
    if (!known) throw new Refused('field.reference', { field: 'tenantId' })
  }
  if (before) await refusePersonBeyond(context, before.id)
  if (before?.id === accountOrNobody(person) && input.password !== undefined)
    throw new Refused('forbidden.self')
  const [credential] = changedCredentials({ before, input })
  if (
    before &&
    before.id !== accountOrNobody(person) &&
    credential !== undefined &&
    !holds(person.permissions, 'user.password')
  )
    throw new Refused('forbidden', { field: credential })
  const had = numbers(before?.roleIds)
  await refuseRolesBeyond(
    context,
    numbers(input.roleIds).filter(id => !had.includes(id)),
    'roleIds',
  )
}

async function refuseUnknownDepartment(
  sql: Saving['context']['sql'],
  departmentId: unknown,
  tenantId: number,
): Promise<void> {
  if (!(await holdRows(sql, 'department', [departmentId], tenantId)))
    throw new Refused('field.reference', { field: 'input.departmentId' })
}
