// What devices are sorted by: categories, products, groups.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { nonEmpty, rowBase, text } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { deviceKind } from './device.ts'

export const genericStatus = z.enum(['disabled', 'enabled', 'deleted'])

const categoryFields = {
  name: nonEmpty(60),
  enName: z.optional(text(60)),
  kind: deviceKind,
  note: z.optional(text(500)),
  sort: z.int().check(z.minimum(0), z.maximum(100_000)),
}

export const deviceCategory = defineEntity({
  key: 'deviceCategory',
  service: 'device',
  permission: 'deviceCategory',
  grants: { menu: 'DeviceCategoryList', property: ['read'], patrol: ['read'], duty: ['read'] },
  page: {
    path: '/DeviceCategoryList',
    layout: 'console',
    titleZh: '设备分类',
    titleEn: 'Device categories',
    directory: 'Devices',
    after: 'ProductGrouping',
    icon: 'layers',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...categoryFields, deviceCount: z.int() }),
  write: z.object(categoryFields),
  filters: { name: 'contains', kind: 'oneOf' },
  sorts: ['name', 'sort', 'kind', 'deviceCount', 'createdAt'],
  defaultSort: 'sort',
  search: ['name', 'enName'],
  removable: true,
  commands: {},
})

const productFields = {
  name: nonEmpty(60),
  model: z.optional(text(60)),
  header: z.optional(text(100)),
  note: z.optional(text(500)),
  status: genericStatus,
  sort: z.int().check(z.minimum(0), z.maximum(100_000)),
  /** Address of the picture: same origin, http(s) or empty; never another scheme. */
  image: z.optional(
    z.string().check(z.maxLength(500), z.regex(/^(|\/[^/\\].*|https?:\/\/.+)$/, { error: 'imageAddress' })),
  ),
}

export const productGrants: PermissionGrants = { menu: 'productList', property: ['read'] }

export const product = defineEntity({
  key: 'product',
  service: 'device',
  permission: 'product',
  grants: productGrants,
  page: {
    path: '/productList',
    layout: 'console',
    titleZh: '产品列表',
    titleEn: 'Products',
    directory: 'Devices',
    after: 'DeviceCategoryList',
    icon: 'box',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...productFields, deviceCount: z.int() }),
  write: z.object(productFields),
  filters: { name: 'contains', status: 'oneOf' },
  sorts: ['name', 'sort', 'status', 'deviceCount', 'createdAt'],
  defaultSort: 'sort',
  search: ['name', 'model', 'note'],
  countBy: 'status',
  removable: true,
  commands: {
    enable: {
      permission: 'product.save',
      undo: 'disable',
      hindrance: ({ status }) => needlessUnless(status === 'disabled'),
    },
    disable: {
      permission: 'product.save',
      undo: 'enable',
      hindrance: ({ status }) => needlessUnless(status === 'enabled'),
    },
  },
})

const groupFields = { name: nonEmpty(60), note: z.optional(text(500)) }

export const deviceGroup = defineEntity({
  key: 'deviceGroup',
  service: 'device',
  permission: 'deviceGroup',
  grants: { menu: 'ProductGrouping', property: ['read', 'save'], patrol: ['read'], duty: ['read'] },
  page: {
    path: '/ProductGrouping',
    layout: 'console',
    titleZh: '设备分组',
    titleEn: 'Device groups',
    directory: 'Devices',
    after: 'ProDeviceList',
    icon: 'group',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...groupFields, deviceCount: z.int(), onlineCount: z.int() }),
  write: z.object(groupFields),
  filters: { name: 'contains' },
  sorts: ['name', 'deviceCount', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'note'],
  removable: true,
  commands: {
    restart: { permission: 'device.command' },
    speak: { permission: 'device.command', input: z.object({ text: nonEmpty(200) }) },
  },
})
