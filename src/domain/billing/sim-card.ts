// SIM cards: what the carrier says of them, what the console asked of the carrier, which device carries which.
import * as z from 'zod/mini'
import { deviceState, operator } from '../device/device.ts'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, imei, moment, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless, refusing, stepUnless } from '../hindrance.ts'
import { ICCID, IMSI } from '../limits.ts'

/** As the carrier names it (console specification, section 4). */
export const simState = z.enum([
  'activatable',
  'testActive',
  'liveActive',
  'stopped',
  'resuming',
  'shutdownInProgress',
  'disassembled',
  'exception',
])
export type SimState = z.output<typeof simState>

/** True when steps lead from one state to another: between two looks a card may have made several. */
export function simReaches(from: SimState, to: SimState): boolean {
  const seen = new Set<SimState>([from])
  for (const state of seen) for (const next of simSteps[state]) seen.add(next)
  return from !== to && seen.has(to)
}

/** What is asked of a carrier: the two a person gives, and money that was paid for. */
export const simOrderKind = z.enum(['suspend', 'resume', 'cardTopUp', 'phoneTopUp'])
export type SimOrderKind = z.output<typeof simOrderKind>
/** `waiting` to be sent, `sent` and not answered for good, `done`, or `failed` with a reason. */
export const simOrderState = z.enum(['waiting', 'sent', 'done', 'failed'])

/** What the console wants: `suspended` once somebody asked for it, whatever the carrier has done so far. */
export const simIntent = z.enum(['active', 'suspended'])

/** Which steps a carrier makes; everything else is 'no such state transition'. */
export const simSteps: Record<SimState, readonly SimState[]> = {
  activatable: ['testActive', 'liveActive', 'disassembled', 'exception'],
  testActive: ['liveActive', 'shutdownInProgress', 'stopped', 'exception'],
  liveActive: ['shutdownInProgress', 'stopped', 'disassembled', 'exception'],
  shutdownInProgress: ['stopped', 'liveActive', 'exception'],
  stopped: ['resuming', 'liveActive', 'disassembled', 'exception'],
  resuming: ['liveActive', 'stopped', 'exception'],
  disassembled: [],
  exception: ['liveActive', 'stopped', 'disassembled'],
}

/** True when a card may go from one state to the other. */
export const simMayStep = (from: SimState, to: SimState): boolean => simSteps[from].includes(to)

/** The states a suspension or a resumption starts from, and the one it ends in. */
export const simOrderSteps = {
  suspend: { from: ['testActive', 'liveActive'], over: 'shutdownInProgress', to: 'stopped' },
  resume: { from: ['stopped'], over: 'resuming', to: 'liveActive' },
} as const satisfies Record<string, { from: readonly SimState[]; over: SimState; to: SimState }>

/** True when a card in this state may be suspended or resumed. */
export function simMayBeOrdered(state: SimState, kind: keyof typeof simOrderSteps): boolean {
  const from: readonly SimState[] = simOrderSteps[kind].from
  return from.includes(state)
}

interface Orderable {
  state: SimState
  intent: z.output<typeof simIntent>
  orderState: 'none' | 'waiting' | 'failed'
}

/** What the carrier refused is called off: the card is as it was all along. */
const mayCallOff = ({ state, intent, orderState }: Orderable, kind: keyof typeof simOrderSteps): boolean =>
  orderState === 'failed' &&
  state !== 'disassembled' &&
  intent !== (kind === 'suspend' ? 'suspended' : 'active')

/** The carrier takes one order at a time, and not in every state. */
const orderable = (kind: keyof typeof simOrderSteps) => (card: Orderable) =>
  card.orderState === 'waiting'
    ? refusing('sim.ordered')
    : stepUnless(simMayBeOrdered(card.state, kind) || mayCallOff(card, kind))

/** A card that should talk and has not for so long is silent. */
export const SILENT_DAYS = 7

export const iccid = z.string().check(z.regex(ICCID, { error: 'iccid' }))
const digits = (most: number) =>
  z.string().check(z.regex(new RegExp(`^(|\\d{5,${most}})$`), { error: 'digits' }))

const fields = {
  iccid,
  imsi: z.optional(z.union([z.string().check(z.regex(IMSI, { error: 'imsi' })), z.literal('')])),
  /** The number it is called by. */
  accessNumber: z.optional(digits(20)),
  supplyCode: z.optional(text(40)),
  carrier: operator,
  openedAt: z.optional(z.nullable(moment)),
  note: z.optional(text(200)),
}

const simCardGrants: PermissionGrants = {
  menu: 'SIMCard',
  property: ['read', 'export', 'control'],
  duty: ['read'],
}

export const simCard = defineEntity({
  key: 'simCard',
  service: 'iotCard',
  permission: 'simCard',
  grants: simCardGrants,
  page: {
    path: '/SIMCard',
    layout: 'console',
    titleZh: 'SIM卡管理',
    titleEn: 'SIM cards',
    directory: 'Cards & bills',
    first: true,
    icon: 'card',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    state: simState,
    intent: simIntent,
    /** The last order to the carrier: on its way, refused with a reason, or none. */
    orderState: z.enum(['none', 'waiting', 'failed']),
    orderReason: z.nullable(z.string()),
    /** When the last order was given. */
    orderedAt: z.nullable(moment),
    deviceId: z.nullable(id),
    /** It is in a device. */
    bound: z.boolean(),
    imei: z.nullable(imei),
    deviceName: z.nullable(z.string()),
    deviceState: z.nullable(deviceState),
    deviceHeardAt: z.nullable(moment),
    /** The card that the device says is in it; null: it has never told. */
    toldIccid: z.nullable(z.string()),
    packageId: z.nullable(id),
    packageName: z.nullable(z.string()),
    packageEndsAt: z.nullable(moment),
    usedMegabytes: z.number(),
    /** Of the packages in force; null: none. */
    quotaMegabytes: z.nullable(z.int()),
    /** A package that was bought and begins when this one ends. */
    nextPackageName: z.nullable(z.string()),
    activatedAt: z.nullable(moment),
    lastUsedAt: z.nullable(moment),
    /** Bound and active, and not heard for SILENT_DAYS. */
    silent: z.boolean(),
    checkedAt: z.nullable(moment),
  }),
  write: z.object(fields),
  filters: {
    iccid: 'contains',
    accessNumber: 'contains',
    imei: 'contains',
    state: 'oneOf',
    intent: 'oneOf',
    carrier: 'oneOf',
    silent: 'equals',
    bound: 'equals',
    packageId: 'equals',
    lastUsedAt: 'range',
  },
  sorts: ['iccid', 'state', 'usedMegabytes', 'lastUsedAt', 'packageEndsAt', 'createdAt'],
  defaultSort: 'iccid',
  search: ['iccid', 'imsi', 'accessNumber', 'imei', 'deviceName', 'supplyCode'],
  countBy: 'state',
  refs: { packageId: { entity: 'simPackage', label: 'packageName' } },
  shownIn: ['simBinding', 'simOrder'],
  removable: true,
  importable: true,
  commands: {
    // What is at the carrier cannot be taken back; the other order follows once it has answered.
    suspend: { permission: 'simCard.control', hindrance: orderable('suspend') },
    resume: { permission: 'simCard.control', hindrance: orderable('resume') },
    /** Asks the carrier how the card is. */
    refresh: {
      permission: 'simCard.read',
      hindrance: ({ state }) => needlessUnless(state !== 'disassembled'),
    },
  },
})

const bindingFields = { iccid, imei }

/** Which card was in which device, and since when. The open ones are the present. */
export const simBinding = defineEntity({
  key: 'simBinding',
  service: 'iotCard',
  permission: 'simBinding',
  grants: { menu: 'DeviceSim', property: ['read', 'save', 'export', 'import'] },
  page: {
    path: '/DeviceSim',
    layout: 'console',
    titleZh: '设备绑卡',
    titleEn: 'Device-SIM binding',
    directory: 'Cards & bills',
    after: 'SIMCard',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...bindingFields,
    cardId: id,
    deviceId: id,
    deviceName: z.string(),
    accessNumber: z.nullable(z.string()),
    /** The card that the device says is in it, where that is another one than this. */
    toldIccid: z.nullable(z.string()),
    state: z.enum(['bound', 'unbound']),
    boundBy: z.nullable(z.string()),
    boundAt: moment,
    unboundBy: z.nullable(z.string()),
    unboundAt: z.nullable(moment),
  }),
  write: z.object(bindingFields),
  filters: { iccid: 'contains', imei: 'contains', state: 'oneOf', deviceId: 'equals', boundAt: 'range' },
  sorts: ['boundAt', 'iccid', 'imei', 'unboundAt'],
  defaultSort: '-boundAt',
  search: ['iccid', 'imei', 'deviceName', 'accessNumber'],
  countBy: 'state',
  shownIn: ['simCard', 'device'],
  removable: false,
  importable: true,
  commands: {
    unbind: { permission: 'simBinding.save', hindrance: ({ state }) => stepUnless(state === 'bound') },
  },
})

/** What was asked of a carrier for a card or a phone number, and how far it got. */
export const simOrder = defineEntity({
  key: 'simOrder',
  service: 'iotCard',
  permission: 'simCard',
  grants: simCardGrants,
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    /** Number under which the carrier knows it. */
    number: z.string(),
    /** The first order of those that were given together. */
    batchId: z.nullable(id),
    kind: simOrderKind,
    state: simOrderState,
    reason: z.nullable(z.string()),
    cardId: z.nullable(id),
    /** ICCID or phone number. */
    subject: z.string(),
    /** Fen. */
    amount: z.nullable(z.int()),
    userId: z.nullable(id),
    userName: z.nullable(z.string()),
    attempts: z.int(),
    sentAt: z.nullable(moment),
    finishedAt: z.nullable(moment),
  }),
  filters: {
    subject: 'contains',
    cardId: 'equals',
    batchId: 'equals',
    userId: 'equals',
    kind: 'oneOf',
    state: 'oneOf',
    createdAt: 'range',
  },
  sorts: ['createdAt', 'state', 'finishedAt'],
  defaultSort: '-createdAt',
  search: ['subject', 'userName', 'number'],
  countBy: 'state',
  removable: false,
  commands: {},
})
