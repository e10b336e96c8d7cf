// How tenants, departments, roles and permission resources are stored, and their rules.
import { department, resource, role, tenant } from '../../../src/domain/access/access.ts'
import { isZone } from '../../../src/domain/report/zone-time.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Table, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { refuseAwaited } from '../life/public.ts'
import type { Sessions } from '../session/public.ts'
import { keepAdministrators } from './last-administrator.ts'
import { refuseResourcesBeyond, refuseRolesBeyond, refuseScopeBeyond } from './rights.ts'

const MOST_NAMES = 20

interface AccessParts extends Pick<Kernel, 'bus'> {
  sessions: Sessions
  /** Gives a new tenant what it begins with: its roles, its kinds of devices. */
  fillTenant(sql: Sql, tenantId: number): Promise<void>
}

export function accessStores({ bus, sessions, fillTenant }: AccessParts): Store[] {
  const afterChange: Table['afterChange'] = async ({ context }) => {
    context.sql.afterCommit(() => bus.emit('rights.changed', {}))
  }
  return [
    tenantStore({ sessions, fillTenant, afterChange }),
    departmentStore(afterChange),
    roleStore(afterChange),
    resourceStore(afterChange),
  ]
}

const todayOf = (column: 'stored' | 'slowed' | 'refused') =>
  `coalesce((select x.${column} from tenant_traffic x where x.tenant_id = t.id and x.day = (now() at time zone t.zone)::date), 0)`

type AfterChange = NonNullable<Table['afterChange']>

function tenantStore({
  sessions,
  fillTenant,
  afterChange,
}: Pick<AccessParts, 'sessions' | 'fillTenant'> & { afterChange: AfterChange }): Store {
  const setStatus =
    (status: string) =>
    async ({ context, row }: Commanding) => {
      await context.sql.change(
        'update tenant set status = $2, version = version + 1, updated_at = $3 where id = $1',
        [row.id, status, Date.now()],
      )
      if (status !== 'enabled') await sessions.endTenant(context.sql, row.id)
    }
  return {
    entity: tenant,
    table: {
      name: 'tenant',
      tenant: 't.id',
      columns: {
        userCount: '(select count(*) from account x where x.tenant_id = t.id and x.removed_at is null)',
        deviceCount: '(select count(*) from device x where x.tenant_id = t.id and x.removed_at is null)',
        messagesToday: todayOf('stored'),
        slowedToday: todayOf('slowed'),
        refusedToday: todayOf('refused'),
      },
      unique: { tenant_name: 'name' },
      usedBy: [
        { table: 'device', column: 'tenant_id' },
        { table: 'account', column: 'tenant_id' },
      ],
      beforeSave: async ({ before, input, context }) => {
        if (typeof input.zone === 'string' && !isZone(input.zone))
          throw new Refused('field.zone', { field: 'zone' })
        if (
          before?.id === context.person.tenantId &&
          input.status !== undefined &&
          input.status !== 'enabled'
        )
          throw new Refused('forbidden.self')
        return undefined
      },
      afterSave: async ({ before, id, input, context }) => {
        if (!before) await fillTenant(context.sql, id)
        else if (input.status !== undefined && input.status !== 'enabled')
          await sessions.endTenant(context.sql, id)
      },
      beforeRemove: async ({ row, context }) => {
        if (row.id === context.person.tenantId) throw new Refused('forbidden.self')
        await refuseAwaited(context.sql, 'target_tenant_id', row.id)
      },
      afterChange,
      commands: { enable: setStatus('enabled'), disable: setStatus('disabled') },
    },
  }
}

function departmentStore(afterChange: AfterChange): Store {
  return {
    entity: department,
    table: {
      name: 'department',
      columns: {
        tenantName: TENANT_NAME,
        userCount: '(select count(*) from account x where x.department_id = t.id and x.removed_at is null)',
        deviceCount: '(select count(*) from device x where x.department_id = t.id and x.removed_at is null)',
      },
      usedBy: [
        { table: 'department', column: 'parent_id' },
        { table: 'account', column: 'department_id' },
        { table: 'device', column: 'department_id' },
        { table: 'worker', column: 'department_id' },
        { table: 'post', column: 'department_id' },
      ],
      beforeRemove: ({ row, context }) => refuseAwaited(context.sql, 'target_department_id', row.id),
      afterChange,
    },
  }
}

function roleStore(afterChange: AfterChange): Store {
  return {
    entity: role,
    table: {
      name: 'role',
      around: ({ context, tenantId }, change) => keepAdministrators(context, tenantId, change),
      columns: {
        tenantName: TENANT_NAME,
        resourceIds: `(select coalesce(json_agg(rr.resource_id order by rr.resource_id), '[]') from role_resource rr
          join resource x on x.id = rr.resource_id and x.removed_at is null where rr.role_id = t.id)`,
        userCount: `(select count(*) from account_role ar join account x on x.id = ar.account_id and x.removed_at is null
          where ar.role_id = t.id)`,
      },
      apart: ['resourceIds'],
      unique: { role_name: 'name' },
      beforeSave: async ({ before, input, context }) => {
        const had = Array.isArray(before?.resourceIds) ? before.resourceIds : []
        const wanted = Array.isArray(input.resourceIds) ? input.resourceIds : []
        await refuseResourcesBeyond(
          context,
          wanted.filter(id => !had.includes(id)),
          'resourceIds',
        )
        if (before?.scope !== input.scope) refuseScopeBeyond(context, input.scope, 'scope')
        return before ? undefined : { creator_name: context.person.name }
      },
      afterSave: async ({ id, input, tenantId, context }) => {
        if (!Array.isArray(input.resourceIds)) return
        await context.sql.change('delete from role_resource where role_id = $1', [id])
        await context.sql.change(
          'insert into role_resource (tenant_id, role_id, resource_id) select $1, $2, unnest($3::bigint[])',
          [tenantId, id, input.resourceIds],
        )
      },
      beforeRemove: async ({ row, context }) => {
        if (row.builtIn === true) throw new Refused('row.builtIn')
        const users = await context.sql.query<{ name: string }>(
          `select a.name from account_role ar join account a on a.id = ar.account_id and a.removed_at is null
           where ar.role_id = $1 order by a.name limit ${MOST_NAMES}`,
          [row.id],
        )
        if (users.length > 0)
          throw new Refused('row.inUse', {
            params: { names: users.map(({ name }) => name).join(', '), count: users.length },
          })
      },
      // People who hold it without it counting get back what it gives.
      beforeRestore: ({ context, row }) => refuseRolesBeyond(context, [row.id], 'resourceIds'),
      afterChange,
    },
  }
}

function resourceStore(afterChange: AfterChange): Store {
  return {
    entity: resource,
    table: {
      name: 'resource',
      tenant: null,
      around: ({ context }, change) => keepAdministrators(context, undefined, change),
      columns: {
        roleCount: `(select count(*) from role_resource rr join role x on x.id = rr.role_id and x.removed_at is null
          where rr.resource_id = t.id)`,
      },
      // Others see what they could give, which is what they have.
      visible: ({ person }, bind) =>
        person.platform ? undefined : `t.id = any(${bind([...person.resourceIds])}::bigint[])`,
      usedBy: [{ table: 'resource', column: 'parent_id' }],
      beforeRemove: async ({ row, context }) => {
        const used = await context.sql.first<{ n: number }>(
          `select count(*) as n from role_resource rr join role x on x.id = rr.role_id and x.removed_at is null
           where rr.resource_id = $1`,
          [row.id],
        )
        if (used && used.n > 0) throw new Refused('row.inUse', { params: { count: used.n } })
      },
      afterChange,
    },
  }
}
