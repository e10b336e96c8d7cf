// Property companies, which communities they run from when to when, and their people.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, ids, localDate, nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'
import { CREDIT_CODE } from '../limits.ts'

const phoneOrNone = z.optional(z.union([phone, z.literal('')]))

const companyGrants: PermissionGrants = {
  menu: 'Manag',
  property: ['read', 'save', 'export', 'import', 'remove'],
  duty: ['read'],
}

const companyFields = {
  name: nonEmpty(100),
  /** Unified social credit code. */
  creditCode: z.optional(
    z.union([z.string().check(z.regex(CREDIT_CODE, { error: 'format' })), z.literal('')]),
  ),
  contactName: z.optional(text(60)),
  phone: phoneOrNone,
  address: z.optional(text(200)),
  note: z.optional(text(500)),
}

export const propertyCompany = defineEntity({
  key: 'propertyCompany',
  service: 'user',
  permission: 'propertyCompany',
  grants: companyGrants,
  page: {
    path: '/Manag',
    layout: 'console',
    titleZh: '物业公司',
    titleEn: 'Property companies',
    directory: 'Community',
    after: 'roomManagement',
    icon: 'users',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...companyFields,
    /** Those it runs today. */
    communities: z.array(z.string()),
    staff: z.int(),
  }),
  write: z.object(companyFields),
  unique: ['name'],
  filters: { name: 'contains', contactName: 'contains' },
  sorts: ['name', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'contactName', 'phone'],
  shownIn: ['companyCommunity', 'propertyStaff', 'community'],
  removable: true,
  importable: true,
  commands: {},
})

const runsFields = {
  companyId: id,
  communityId: id,
  fromDay: localDate,
  /** Its last day; none: until further notice. */
  untilDay: z.optional(z.nullable(localDate)),
}

/** A community is run by one company at a time. */
export const companyCommunity = defineEntity({
  key: 'companyCommunity',
  service: 'user',
  permission: 'propertyCompany',
  grants: companyGrants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...runsFields,
    companyName: z.optional(z.nullable(z.string())),
    communityName: z.optional(z.nullable(z.string())),
    state: z.enum(['running', 'planned', 'over']),
  }),
  write: z.object(runsFields),
  filters: { companyId: 'equals', communityId: 'equals', state: 'oneOf' },
  sorts: ['fromDay', 'createdAt'],
  defaultSort: '-fromDay',
  search: ['companyName', 'communityName'],
  countBy: 'state',
  refs: {
    companyId: { entity: 'propertyCompany', label: 'companyName' },
    communityId: { entity: 'community', label: 'communityName' },
  },
  shownIn: ['propertyCompany', 'community'],
  removable: true,
  importable: false,
  commands: {},
})

export const propertyDuty = z.enum([
  'manager',
  'reception',
  'security',
  'repairs',
  'cleaning',
  'fees',
  'other',
])

const staffFields = {
  name: nonEmpty(60),
  companyId: id,
  duty: propertyDuty,
  phone: phoneOrNone,
  /** Where they work. */
  communityIds: z.optional(ids(50)),
  /** With whose login they work. */
  accountId: z.optional(z.nullable(id)),
  note: z.optional(text(500)),
}

export const propertyStaff = defineEntity({
  key: 'propertyStaff',
  service: 'user',
  permission: 'propertyStaff',
  grants: {
    menu: 'PropertyPersonnel',
    property: ['read', 'save', 'export', 'import', 'remove'],
    duty: ['read'],
  },
  page: {
    path: '/PropertyPersonnel',
    layout: 'console',
    titleZh: '物业人员',
    titleEn: 'Property staff',
    directory: 'Community',
    after: 'Manag',
    icon: 'user',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...staffFields,
    communityIds: ids(50),
    companyName: z.optional(z.nullable(z.string())),
    communityNames: z.array(z.string()),
    accountName: z.optional(z.nullable(z.string())),
  }),
  write: z.object(staffFields),
  filters: { name: 'contains', companyId: 'equals', duty: 'oneOf', phone: 'contains' },
  sorts: ['name', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'phone', 'companyName'],
  countBy: 'duty',
  refs: {
    companyId: { entity: 'propertyCompany', label: 'companyName' },
    communityIds: { entity: 'community', label: 'communityNames', many: true },
    accountId: { entity: 'user', label: 'accountName' },
  },
  shownIn: ['propertyCompany'],
  removable: true,
  importable: true,
  commands: {},
})
