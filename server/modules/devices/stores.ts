// How devices and what they are sorted by are stored.
import { deviceCategory, deviceGroup, product } from '../../../src/domain/device/catalogue.ts'
import type { CommandKind } from '../../../src/domain/device/command-input.ts'
import { device } from '../../../src/domain/device/device.ts'
import { liveFields } from '../../../src/domain/device/state-fields.ts'
import { isKey } from '../../../src/domain/keys.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { holdRows } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, ofSeenDevices, type Saving, snake, TENANT_NAME } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { queueCommand } from './commands.ts'
import { placeDevice } from './placing.ts'

/** What other modules do to a device, in the transaction that saves, removes or commands it. */
export interface DevicePorts {
  /** How every new device is written. */
  atBirth: Record<string, unknown>
  /** Commands that move a device through its life. */
  lifeCommands: Record<string, (commanding: Commanding) => Promise<void>>
  /** After a device was written, one after the other. */
  saved: readonly ((saving: Saving & { id: number }) => Promise<void>)[]
  removed(sql: Sql, device: { tenantId: number; deviceId: number; userName: string | null }): Promise<unknown>
  /** Refuses to remove a product or a category that something still needs. */
  refuseUsed(sql: Sql, column: 'product_id' | 'category_id', id: number): Promise<void>
  /** Sends a command to every device of a group. */
  orderGroup(sending: {
    devices: Store
    context: Context
    wanted: { groupId: number }
    order: { kind: CommandKind; input: Record<string, unknown> | null }
    at: number
  }): Promise<unknown>
}

export function deviceStores(bus: Bus, ports: DevicePorts): Store[] {
  const devices = deviceStore(bus, ports)
  return [devices, categoryStore(ports), productStore(ports), groupStore(ports, devices)]
}

function deviceStore(bus: Bus, { atBirth, lifeCommands, saved, removed }: DevicePorts): Store {
  const order =
    (kind: CommandKind) =>
    async ({ context, row, tenantId, input, at }: Commanding) => {
      await queueCommand(context.sql, bus, {
        tenantId,
        deviceId: row.id,
        imei: String(row.imei),
        kind,
        input: Object.keys(input).length === 0 ? null : input,
        userId: context.person.accountId,
        userName: context.person.name,
        at,
      })
    }
  return {
    entity: device,
    table: {
      name: 'device',
      // The tenant too: who sorts by the last message reads the states of one tenant, not all.
      joins: 'join device_state s on s.device_id = t.id and s.tenant_id = t.tenant_id',
      columns: {
        tenantName: TENANT_NAME,
        ...Object.fromEntries(liveFields.map(name => [name, `s.${snake(name)}`])),
        // Where the device says it is, else where it was installed.
        latitude: 'coalesce(s.latitude, t.latitude)',
        longitude: 'coalesce(s.longitude, t.longitude)',
      },
      search: 't.search_text',
      pairs: 't.search_pairs',
      unique: { device_imei: 'imei', device_channel: 'channel' },
      usedBy: [{ table: 'door_right', column: 'device_id' }],
      beforeSave: async ({ before, input, context }) => {
        const category = await context.sql.first<{ kind: string }>(
          'select kind from device_category where id = $1',
          [input.categoryId ?? before?.categoryId],
        )
        if (input.gatewayId !== undefined && input.gatewayId !== null) {
          const gateway = await context.sql.first<{ kind: string }>('select kind from device where id = $1', [
            input.gatewayId,
          ])
          if (gateway?.kind !== 'gateway') throw new Refused('field.reference', { field: 'gatewayId' })
        }
        return category && { kind: category.kind, ...(before ? {} : atBirth) }
      },
      apart: ['boundTo', 'startIn'],
      afterSave: async saving => {
        const { before, id, tenantId, context } = saving
        if (!before)
          await context.sql.change('insert into device_state (device_id, tenant_id) values ($1, $2)', [
            id,
            tenantId,
          ])
        for (const follow of saved) await follow(saving)
      },
      afterChange: async ({ context, id, tenantId, verb }) => {
        if (verb === 'remove')
          await removed(context.sql, { tenantId, deviceId: id, userName: context.person.name })
        const changes = { create: 'created', restore: 'created', remove: 'removed' } as const
        const change = isKey(changes, verb) ? changes[verb] : 'changed'
        if (verb !== 'restart' && verb !== 'locate' && verb !== 'speak')
          context.sql.afterCommit(() => bus.emit('device.changed', { ids: [id], tenantId, change }))
      },
      commands: {
        assignGroup: async ({ context, row, input, tenantId }) => {
          const { groupId } = input
          await refuseForeignGroup(context, groupId, tenantId)
          await context.sql.change(
            'update device set group_id = $2, version = version + 1, updated_at = $3 where id = $1',
            [row.id, groupId, Date.now()],
          )
        },
        place: async commanding => {
          const { groupId } = commanding.input
          if (groupId !== undefined)
            await refuseForeignGroup(commanding.context, groupId, commanding.tenantId)
          await placeDevice(commanding)
        },
        ...lifeCommands,
        restart: order('restart'),
        locate: order('locate'),
        speak: order('speak'),
      },
    },
  }
}

async function refuseForeignGroup({ sql }: Context, groupId: unknown, tenantId: number): Promise<void> {
  if (groupId === null) return
  if (!(await holdRows(sql, 'device_group', [groupId], tenantId)))
    throw new Refused('field.reference', { field: 'input.groupId' })
}

const countOf = (column: string) =>
  ofSeenDevices(
    seen =>
      `(select count(*) from device x where x.${column} = t.id and x.removed_at is null and ${seen('x')})`,
  )

const categoryStore = ({ refuseUsed }: DevicePorts): Store => ({
  entity: deviceCategory,
  table: {
    name: 'device_category',
    columns: { deviceCount: countOf('category_id') },
    unique: { device_category_name: 'name' },
    usedBy: [{ table: 'device', column: 'category_id' }],
    beforeRemove: ({ row, context }) => refuseUsed(context.sql, 'category_id', row.id),
    // The kind of a device follows its category.
    afterSave: async ({ before, id, input, context }) => {
      if (before && before.kind !== input.kind)
        await context.sql.change('update device set kind = $2 where category_id = $1', [id, input.kind])
    },
  },
})

const setProductStatus =
  (status: string) =>
  async ({ context, row }: Commanding) => {
    await context.sql.change(
      'update product set status = $2, version = version + 1, updated_at = $3 where id = $1',
      [row.id, status, Date.now()],
    )
  }

const productStore = ({ refuseUsed }: DevicePorts): Store => ({
  entity: product,
  table: {
    name: 'product',
    columns: { deviceCount: countOf('product_id') },
    usedBy: [{ table: 'device', column: 'product_id' }],
    beforeRemove: ({ row, context }) => refuseUsed(context.sql, 'product_id', row.id),
    commands: { enable: setProductStatus('enabled'), disable: setProductStatus('disabled') },
  },
})

function groupStore({ orderGroup }: DevicePorts, devices: Store): Store {
  const orderAll =
    (kind: CommandKind) =>
    async ({ context, row, input, at }: Commanding) => {
      const order = { kind, input: Object.keys(input).length === 0 ? null : input }
      await orderGroup({ devices, context, wanted: { groupId: row.id }, order, at })
    }
  return {
    entity: deviceGroup,
    table: {
      name: 'device_group',
      columns: {
        deviceCount: countOf('group_id'),
        onlineCount: ofSeenDevices(
          seen => `(select count(*) from device x join device_state s on s.device_id = x.id
            where x.group_id = t.id and x.removed_at is null and s.state = 'online' and ${seen('x')})`,
        ),
      },
      unique: { device_group_name: 'name' },
      usedBy: [{ table: 'device', column: 'group_id' }],
      commands: { restart: orderAll('restart'), speak: orderAll('speak') },
    },
  }
}
