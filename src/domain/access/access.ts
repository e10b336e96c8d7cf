// Who may do what: tenants, departments, users, roles, permission resources.
import * as z from 'zod/mini'
import { genericStatus } from '../device/catalogue.ts'
import { defineEntity } from '../entity.ts'
import { email, id, ids, nonEmpty, phone, rowBase, rowOwner, text, zoneName } from '../fields.ts'
import { type Giver, needlessUnless, refusing } from '../hindrance.ts'
import { PASSWORD_LENGTH } from '../limits.ts'
import { password } from './password.ts'
import { factorProof } from './second-factor.ts'
import { gender, resourceType, scenario } from './session-words.ts'
import { username } from './username.ts'

/** Whose rows a role covers: the whole tenant's, or those of the person's own department and below. */
export const dataScope = z.enum(['tenant', 'department'])
export const status = genericStatus

const phoneOrNone = z.optional(z.union([phone, z.literal('')]))

/** Nobody locks themselves out. */
const notOneself = (own: boolean) => (own ? refusing('forbidden.self') : undefined)

/** Only who holds the highest authorization gives it and takes it, and never their own. */
const mayRaise = (rowId: number, { id, highest }: Giver) =>
  highest ? notOneself(rowId === id) : refusing('forbidden.escalation')

const network = z.union([z.cidrv4(), z.cidrv6()])
/** Parts of networks such as `10.20.0.0/16`, separated by commas; empty: none. */
const networkList = text(500).check(
  z.refine(
    value => value.split(',').every(one => value.trim() === '' || z.safeParse(network, one.trim()).success),
    {
      error: 'networks',
    },
  ),
)

const tenantFields = {
  name: nonEmpty(60),
  address: z.optional(text(200)),
  phone: phoneOrNone,
  scenario,
  status,
  /** In which packages of SIM cards begin and end their days. */
  zone: zoneName,
  /** Networks that the tenant's cameras may be in. */
  cameraNetworks: z.optional(networkList),
  /** Messages a minute of its devices together; null: as the installation says. */
  messagesPerMinute: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000)))),
}
export const tenant = defineEntity({
  key: 'tenant',
  service: 'user',
  permission: 'tenant',
  grants: { menu: 'tenantList', platform: ['read', 'export', 'save', 'remove', 'operations'] },
  page: {
    path: '/tenantList',
    layout: 'console',
    titleZh: '租户管理',
    titleEn: 'Tenants',
    directory: 'Administration',
    after: 'permissionManager',
    icon: 'building',
  },
  offline: 'none',
  owner: 'platform',
  schema: z.object({
    ...rowBase,
    ...tenantFields,
    userCount: z.int(),
    deviceCount: z.int(),
    /** Messages of its devices on its own day so far: stored, kept waiting, refused. */
    messagesToday: z.int(),
    slowedToday: z.int(),
    refusedToday: z.int(),
  }),
  write: z.object({ ...tenantFields, zone: z.optional(zoneName) }),
  filters: { name: 'contains', status: 'oneOf', scenario: 'oneOf' },
  sorts: ['name', 'status', 'createdAt', 'userCount', 'deviceCount'],
  defaultSort: 'name',
  search: ['name', 'address'],
  countBy: 'status',
  removable: true,
  commands: {
    enable: {
      permission: 'tenant.save',
      undo: 'disable',
      hindrance: (row, { tenantId }) =>
        notOneself(row.id === tenantId) ?? needlessUnless(row.status === 'disabled'),
    },
    disable: {
      permission: 'tenant.save',
      undo: 'enable',
      hindrance: (row, { tenantId }) =>
        notOneself(row.id === tenantId) ?? needlessUnless(row.status === 'enabled'),
    },
  },
})

const departmentFields = {
  name: nonEmpty(60),
  parentId: z.optional(z.nullable(id)),
  sort: z.int().check(z.minimum(0), z.maximum(100_000)),
}
export const department = defineEntity({
  key: 'department',
  service: 'user',
  permission: 'department',
  grants: { menu: 'departmentManagement', property: ['read'], duty: ['read'] },
  page: {
    path: '/departmentManagement',
    layout: 'console',
    titleZh: '部门管理',
    titleEn: 'Departments',
    directory: 'Administration',
    after: 'roleList',
    icon: 'group',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...departmentFields,
    parentName: z.optional(z.nullable(z.string())),
    userCount: z.int(),
    deviceCount: z.int(),
  }),
  write: z.object(departmentFields),
  filters: { name: 'contains', parentId: 'equals', tenantId: 'equals' },
  sorts: ['name', 'sort', 'createdAt', 'userCount'],
  defaultSort: 'sort',
  search: ['name'],
  parent: 'parentId',
  refs: { parentId: { entity: 'department', label: 'parentName' } },
  removable: true,
  commands: {},
})

const roleFields = {
  name: nonEmpty(60),
  description: z.optional(text(500)),
  scope: dataScope,
  resourceIds: ids(2000),
}
export const role = defineEntity({
  key: 'role',
  service: 'user',
  permission: 'role',
  grants: { menu: 'roleList' },
  page: {
    path: '/roleList',
    layout: 'console',
    titleZh: '角色管理',
    titleEn: 'Roles',
    directory: 'Administration',
    after: 'userList',
    icon: 'shield',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...roleFields,
    creatorName: z.nullable(z.string()),
    userCount: z.int(),
    /** Made with the tenant; cannot be removed. */
    builtIn: z.boolean(),
  }),
  write: z.object(roleFields),
  filters: { name: 'contains', scope: 'oneOf', tenantId: 'equals' },
  sorts: ['name', 'createdAt', 'userCount'],
  defaultSort: 'name',
  search: ['name', 'description'],
  refs: { resourceIds: { entity: 'resource', label: 'resourceNames', many: true } },
  removable: true,
  commands: {},
})

const userFields = {
  username,
  name: nonEmpty(60),
  nickname: z.optional(text(60)),
  phone: phoneOrNone,
  email: z.optional(z.union([email, z.literal('')])),
  gender: z.optional(z.nullable(gender)),
  parentPhone: phoneOrNone,
  company: z.optional(text(60)),
  departmentId: z.optional(z.nullable(id)),
  roleIds: ids(20),
  /** Set by the platform only, when it makes a user for another tenant. */
  tenantId: z.optional(id),
}
/** `password` is required for a new user and changes it for an existing one; a temporary one either way. */
export const userWrite = z.object({
  ...userFields,
  password: z.optional(password),
  /** Proves the person who changes the own username, phone or e-mail address: all of them let somebody in. */
  ownPassword: z.optional(text(PASSWORD_LENGTH.most)),
  /** The same by the second factor, where the person has one. */
  ownFactor: z.optional(factorProof),
})
export const user = defineEntity({
  key: 'user',
  service: 'user',
  permission: 'user',
  grants: { menu: 'userList', platform: ['highest'] },
  page: {
    path: '/userList',
    layout: 'console',
    titleZh: '用户管理',
    titleEn: 'Users',
    directory: 'Administration',
    first: true,
    icon: 'users',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...userFields,
    departmentName: z.optional(z.nullable(z.string())),
    roleNames: z.array(z.string()),
    tenantName: z.optional(z.nullable(z.string())),
    status,
    /** Holds the highest authorization. */
    highest: z.boolean(),
    lastLoginAt: z.nullable(z.int()),
    /** Until when the person may choose an own password with the one that somebody made for them; null: theirs is their own. */
    passwordUntil: z.nullable(z.int()),
    /** Comes in with a second factor. */
    secondFactor: z.boolean(),
    /** Work that lies unsent on devices of theirs, as those devices told: how many actions, where, since when. */
    unsent: z.nullable(z.int()),
    unsentOn: z.nullable(z.string()),
    unsentSince: z.nullable(z.int()),
    /** API keys of their making that open something: these are the tenant's and outlast the person. */
    apiKeys: z.optional(z.int()),
  }),
  write: userWrite,
  filters: {
    name: 'contains',
    username: 'contains',
    phone: 'contains',
    departmentId: 'equals',
    tenantId: 'equals',
    status: 'oneOf',
  },
  sorts: ['username', 'name', 'status', 'createdAt', 'lastLoginAt'],
  defaultSort: 'username',
  search: ['username', 'name', 'nickname', 'phone', 'email'],
  countBy: 'status',
  department: 'departmentId',
  refs: {
    departmentId: { entity: 'department', label: 'departmentName' },
    roleIds: { entity: 'role', label: 'roleNames', many: true },
    tenantId: { entity: 'tenant', label: 'tenantName' },
  },
  removable: true,
  commands: {
    enable: {
      permission: 'user.save',
      undo: 'disable',
      hindrance: (row, { id }) => notOneself(row.id === id) ?? needlessUnless(row.status === 'disabled'),
    },
    disable: {
      permission: 'user.save',
      undo: 'enable',
      hindrance: (row, { id }) => notOneself(row.id === id) ?? needlessUnless(row.status === 'enabled'),
    },
    assignDepartment: { permission: 'user.save', input: z.object({ departmentId: z.nullable(id) }) },
    grantHighest: {
      permission: 'user.highest',
      input: z.object({ ownPassword: nonEmpty(PASSWORD_LENGTH.most) }),
      byHand: true,
      hindrance: (row, giver) =>
        mayRaise(row.id, giver) ?? needlessUnless(!row.highest && row.status === 'enabled'),
    },
    cancelHighest: {
      permission: 'user.highest',
      input: z.object({ ownPassword: nonEmpty(PASSWORD_LENGTH.most) }),
      byHand: true,
      hindrance: (row, giver) => mayRaise(row.id, giver) ?? needlessUnless(row.highest),
    },
  },
})

const resourceFields = {
  name: nonEmpty(60),
  enName: z.optional(text(60)),
  type: resourceType,
  parentId: z.optional(z.nullable(id)),
  /** Route name without the slash, for menus. */
  value: z.optional(text(60)),
  uri: z.optional(z.string().check(z.maxLength(200), z.regex(/^(|[A-Za-z0-9_/:?=&.-]*)$/, { error: 'uri' }))),
  icon: z.optional(text(40)),
  mark: z.optional(z.string().check(z.maxLength(80), z.regex(/^[A-Za-z0-9.*_-]*$/, { error: 'mark' }))),
  status,
  sort: z.int().check(z.minimum(0), z.maximum(100_000)),
}
export const resource = defineEntity({
  key: 'resource',
  service: 'user',
  permission: 'resource',
  grants: { menu: 'permissionManager', platform: ['export', 'save', 'remove'] },
  page: {
    path: '/permissionManager',
    layout: 'console',
    titleZh: '资源管理',
    titleEn: 'Permission resources',
    directory: 'Administration',
    after: 'departmentManagement',
    icon: 'key',
  },
  offline: 'none',
  owner: 'platform',
  schema: z.object({
    ...rowBase,
    ...resourceFields,
    parentName: z.optional(z.nullable(z.string())),
    roleCount: z.int(),
  }),
  write: z.object(resourceFields),
  filters: { name: 'contains', type: 'oneOf', status: 'oneOf', parentId: 'equals' },
  sorts: ['name', 'sort', 'type', 'createdAt'],
  defaultSort: 'sort',
  search: ['name', 'enName', 'mark', 'value'],
  parent: 'parentId',
  refs: { parentId: { entity: 'resource', label: 'parentName' } },
  removable: true,
  commands: {},
})
