// Webhooks: where a tenant wants to be told of what happens, and what became of each message.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, several, text } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { keysOf } from '../keys.ts'

/** Each kind of event with the entity whose row it tells; triggers of the tables note them. */
export const webhookSubjects = {
  'alarm.raised': 'alarm',
  'alarm.taken': 'alarm',
  'alarm.closed': 'alarm',
  'device.online': 'device',
  'device.offline': 'device',
  'emergency.opened': 'emergency',
  'emergency.closed': 'emergency',
  'door.event': 'doorEvent',
  'call.missed': 'call',
} as const
export type WebhookKind = keyof typeof webhookSubjects
export const webhookKinds = keysOf(webhookSubjects)

/** What "send a test" sends. */
export const TEST_KIND = 'webhook.test'

/** `unissued`: there is no secret yet. `failing`: nothing has got through since. `disabled`: given up by the server. */
export const webhookState = z.enum(['unissued', 'active', 'failing', 'paused', 'disabled'])

/** A web address without an account in it; whether it leads into a private network the server asks. */
const webhookAddress = text(500).check(
  z.refine(
    address => {
      if (!URL.canParse(address)) return false
      const { protocol, username, password } = new URL(address)
      return /^https?:$/.test(protocol) && username === '' && password === ''
    },
    { error: 'webhookAddress' },
  ),
)

const fields = {
  name: nonEmpty(60),
  address: webhookAddress,
  kinds: several(z.enum(webhookKinds), webhookKinds.length).check(
    z.minLength(1, { error: 'nothingSelected' }),
  ),
  /** Told of this department and those below; null: of the whole tenant. */
  departmentId: z.optional(z.nullable(id)),
}

export const webhook = defineEntity({
  key: 'webhook',
  service: 'user',
  permission: 'webhook',
  grants: { menu: 'webhooks' },
  page: {
    path: '/webhooks',
    layout: 'console',
    titleZh: 'Webhook 推送',
    titleEn: 'Webhooks',
    directory: 'Administration',
    after: 'apiKeys',
    icon: 'link',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    departmentName: z.optional(z.nullable(z.string())),
    state: webhookState,
    makerName: z.nullable(z.string()),
    /** Until when messages are signed with the secret before the present one, too. */
    oldUntil: z.nullable(moment),
    failingSince: z.nullable(moment),
    deliveredAt: z.nullable(moment),
    /** Messages that wait to be sent. */
    waiting: z.int(),
  }),
  write: z.object(fields),
  filters: { name: 'contains', state: 'oneOf', departmentId: 'equals' },
  sorts: ['name', 'createdAt', 'deliveredAt'],
  defaultSort: 'name',
  search: ['name', 'address'],
  countBy: 'state',
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  removable: true,
  commands: {
    pause: {
      permission: 'webhook.save',
      undo: 'resume',
      hindrance: ({ state }) => needlessUnless(state === 'active' || state === 'failing'),
    },
    resume: {
      permission: 'webhook.save',
      undo: 'pause',
      hindrance: ({ state }) => needlessUnless(state === 'paused' || state === 'disabled'),
    },
  },
})

export const deliveryState = z.enum(['waiting', 'sending', 'delivered', 'failed'])
/** Why an answer of the receiver was not had, or was no success. */
export const deliveryProblem = z.enum(['private', 'name', 'timeout', 'connection', 'redirect', 'status'])
export type DeliveryProblem = z.output<typeof deliveryProblem>

export const webhookDelivery = defineEntity({
  key: 'webhookDelivery',
  service: 'user',
  permission: 'webhook',
  grants: { menu: 'webhooks' },
  page: {
    path: '/webhookDeliveries',
    layout: 'console',
    titleZh: 'Webhook 投递记录',
    titleEn: 'Webhook deliveries',
    directory: 'Administration',
    after: 'webhooks',
    icon: 'list',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    webhookId: id,
    webhookName: z.string(),
    /** The same however often it is sent: receivers know by it what they have. */
    messageId: z.string(),
    kind: z.string(),
    state: deliveryState,
    tries: z.int(),
    /** When it is sent next; of no meaning once it is delivered or given up. */
    nextAt: moment,
    triedAt: z.nullable(moment),
    /** Of the receiver's last answer. */
    status: z.nullable(z.int()),
    tookMs: z.nullable(z.int()),
    problem: z.nullable(deliveryProblem),
    /** How it begins. */
    answer: z.nullable(z.string()),
    body: z.string(),
  }),
  filters: { webhookId: 'equals', state: 'oneOf', kind: 'contains', createdAt: 'range' },
  sorts: ['createdAt', 'triedAt'],
  defaultSort: '-createdAt',
  search: ['webhookName', 'messageId', 'kind'],
  countBy: 'state',
  shownIn: ['webhook'],
  removable: false,
  commands: {
    again: {
      permission: 'webhook.save',
      hindrance: ({ state }) => needlessUnless(state === 'delivered' || state === 'failed'),
    },
  },
})
