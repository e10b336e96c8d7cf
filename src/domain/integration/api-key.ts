// API keys: what a program calls the API with. A key is the tenant's, and nobody's account.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, several, text } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'

/** `unissued`: there is no secret yet. `changing`: the secret before the present one still opens, for a while. */
export const apiKeyState = z.enum(['unissued', 'active', 'changing', 'expired', 'revoked'])

const MOST_SCOPES = 500

const address = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])
/** From where a key is taken: addresses and networks with commas between; empty: from anywhere. */
const addressList = text(500).check(
  z.refine(
    list => list.split(',').every(one => one.trim() === '' || z.safeParse(address, one.trim()).success),
    { error: 'addresses' },
  ),
)

/** What is made of people's accounts, of their own things, or of further keys: no program does it for somebody. */
const PEOPLE_ONLY = new Set([
  ...['apiKey', 'webhook', 'notice', 'task', 'job', 'standIn', 'approvalCase', 'announcementReceipt'],
  ...['call.answer', 'call.direct', 'call.record', 'conference.join', 'conference.host', 'conference.call'],
  ...['device.unlock', 'device.secret', 'device.share', 'camera.talk', 'camera.watch', 'file.save'],
  ...['monitoredPerson.confidential', 'evidenceCase.handOver', 'bill.pay', 'mallOrder.place'],
])
/** Who may do what is changed by people alone; a program may read it. */
const READ_ONLY = new Set(['user', 'role', 'resource', 'tenant', 'department'])
/** What these make belongs to somebody: a task with its file. */
const OF_TASKS = new Set(['export', 'import'])

/** Whether a permission may be among the scopes of a key. */
export function mayScopeKey(permission: string): boolean {
  const [subject = '', verb = ''] = permission.split('.')
  if (verb === '' || PEOPLE_ONLY.has(subject) || PEOPLE_ONLY.has(permission)) return false
  if (READ_ONLY.has(subject)) return verb === 'read'
  return !OF_TASKS.has(verb)
}

const scope = z
  .string()
  .check(z.regex(/^[A-Za-z]+\.[A-Za-z]+$/, { error: 'scope' }), z.refine(mayScopeKey, { error: 'scope' }))

const fields = {
  name: nonEmpty(60),
  scopes: several(scope, MOST_SCOPES).check(z.minLength(1, { error: 'nothingSelected' })),
  /** The key sees this department and those below; null: the whole tenant. */
  departmentId: z.optional(z.nullable(id)),
  /** The last day, by the tenant's clock; null: it does not end by itself. */
  validUntil: z.optional(z.nullable(localDate)),
  addresses: z.optional(addressList),
}

export const apiKey = defineEntity({
  key: 'apiKey',
  service: 'user',
  permission: 'apiKey',
  grants: { menu: 'apiKeys' },
  page: {
    path: '/apiKeys',
    layout: 'console',
    titleZh: 'API 密钥',
    titleEn: 'API keys',
    directory: 'Administration',
    after: 'roleList',
    icon: 'key',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    departmentName: z.optional(z.nullable(z.string())),
    state: apiKeyState,
    /** How the present secret begins. */
    hint: z.nullable(z.string()),
    issuedAt: z.nullable(moment),
    /** Until when the secret before the present one opens. */
    oldUntil: z.nullable(moment),
    makerId: z.nullable(id),
    makerName: z.nullable(z.string()),
    lastUsedAt: z.nullable(moment),
    lastUsedAddress: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: { name: 'contains', state: 'oneOf', makerId: 'equals', departmentId: 'equals' },
  sorts: ['name', 'createdAt', 'lastUsedAt', 'validUntil'],
  defaultSort: 'name',
  search: ['name', 'makerName', 'hint'],
  countBy: 'state',
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  removable: true,
  commands: {
    /** Neither secret opens anything any more, at once. */
    revoke: {
      permission: 'apiKey.save',
      hindrance: ({ state }) => needlessUnless(state !== 'revoked' && state !== 'unissued'),
    },
  },
})
