// Doors: what happened at them, the cards that open them, and who may open which.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'

/** What happened at a door. The last four come from the door unit alone. */
export const doorEventKind = z.enum([
  'unlocked',
  'unlockFailed',
  'unlockRefused',
  'cardIssued',
  'cardOpened',
  'cardRefused',
  'exitButton',
  'heldOpen',
])
export type DoorEventKind = z.output<typeof doorEventKind>

export const doorEvent = defineEntity({
  key: 'doorEvent',
  service: 'device',
  permission: 'doorEvent',
  grants: { menu: 'rightsManagement', property: ['read', 'export'], duty: ['read', 'export'] },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    deviceId: id,
    imei: z.string(),
    deviceName: z.string(),
    kind: doorEventKind,
    /** Who did it, as far as known: the name of a person, or of a card's holder. */
    personName: z.nullable(z.string()),
    cardInfo: z.nullable(z.string()),
    callId: z.nullable(id),
    reason: z.nullable(z.string()),
    at: moment,
  }),
  filters: {
    kind: 'oneOf',
    deviceId: 'equals',
    imei: 'equals',
    deviceName: 'contains',
    personName: 'contains',
    cardInfo: 'contains',
    at: 'range',
  },
  sorts: ['at', 'kind', 'deviceName', 'personName'],
  defaultSort: '-at',
  search: ['deviceName', 'personName', 'cardInfo'],
  countBy: 'kind',
  refs: { deviceId: { entity: 'device', label: 'deviceName' } },
  removable: false,
  commands: {},
})

export const doorCardState = z.enum(['draft', 'writing', 'issued', 'blocked'])
export type DoorCardState = z.output<typeof doorCardState>

/** Why the last order to write a card came to nothing. `duplicate`: another card of the tenant has that number. */
export const doorCardFailure = z.enum(['timeout', 'offline', 'duplicate', 'cancelled'])
export type DoorCardFailure = z.output<typeof doorCardFailure>

/** Which steps exist; everything else is 'no such state transition'. `writing` waits for the door unit's 5084. */
export const doorCardSteps: Record<DoorCardState, readonly DoorCardState[]> = {
  draft: ['writing', 'issued'],
  writing: ['draft', 'issued', 'writing'],
  issued: ['blocked', 'writing'],
  blocked: ['issued'],
}

/** True when a card may go from one state to the other. */
export function doorCardMayStep(from: DoorCardState, to: DoorCardState): boolean {
  return doorCardSteps[from].includes(to)
}

/** What is being written is neither one nor the other until the door unit has answered. */
const mayPut = (
  { state, cardInfo }: { state: DoorCardState; cardInfo: string | null },
  to: DoorCardState,
): boolean => state !== 'writing' && cardInfo !== null && doorCardMayStep(state, to)

/** Seconds a door unit waits for the card to be held to it. */
export const CARD_WRITE_SECONDS = 60

const cardFields = {
  holderName: nonEmpty(60),
  holderPhone: z.optional(z.union([phone, z.literal('')])),
  building: z.optional(text(30)),
  unit: z.optional(text(30)),
  roomNo: z.optional(text(30)),
  note: z.optional(text(200)),
  /** Who looks after it: people who see only some departments see the cards of these. */
  departmentId: z.optional(z.nullable(id)),
}

/** A door card and whose it is. Its number comes from the door unit that wrote it. */
export const doorCard = defineEntity({
  key: 'doorCard',
  service: 'device',
  permission: 'doorCard',
  grants: { menu: 'cardAdd', property: ['read', 'export', 'save', 'remove', 'issue'], duty: ['read'] },
  page: {
    path: '/cardAdd',
    layout: 'map',
    titleZh: '发卡',
    titleEn: 'Issue a card',
    directory: 'Doors & calls',
    after: 'rightsManagement',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...cardFields,
    departmentName: z.optional(z.nullable(z.string())),
    state: doorCardState,
    cardInfo: z.nullable(z.string()),
    /** The door unit that writes or wrote it. */
    deviceId: z.nullable(id),
    deviceName: z.nullable(z.string()),
    /** While it is written: until when the door unit waits for it. */
    writeExpiresAt: z.nullable(moment),
    writeFailure: z.nullable(doorCardFailure),
    issuedAt: z.nullable(moment),
    issuedBy: z.nullable(z.string()),
    /** Doors it opens. */
    doorCount: z.int(),
  }),
  write: z.object(cardFields),
  filters: {
    holderName: 'contains',
    cardInfo: 'contains',
    state: 'oneOf',
    building: 'contains',
    roomNo: 'contains',
    deviceId: 'equals',
    departmentId: 'equals',
    issuedAt: 'range',
  },
  sorts: ['holderName', 'state', 'issuedAt', 'createdAt', 'roomNo'],
  defaultSort: '-createdAt',
  search: ['holderName', 'cardInfo', 'roomNo'],
  countBy: 'state',
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  // A blocked card's rights are blocked.
  shownIn: ['doorRight'],
  removable: true,
  commands: {
    /** Orders a door unit to write it; the 5084 of that unit completes it. */
    issue: {
      permission: 'doorCard.issue',
      input: z.object({ deviceId: id }),
      hindrance: ({ state }) => stepUnless(doorCardMayStep(state, 'writing')),
    },
    /** Ends the wait for the door unit before its time. */
    cancel: { permission: 'doorCard.issue', hindrance: ({ state }) => stepUnless(state === 'writing') },
    block: {
      permission: 'doorCard.issue',
      undo: 'unblock',
      hindrance: row => stepUnless(mayPut(row, 'blocked')),
    },
    unblock: {
      permission: 'doorCard.issue',
      undo: 'block',
      hindrance: row => stepUnless(mayPut(row, 'issued')),
    },
  },
})

/**
 * How far a right counts now. `waiting`: the door unit has not confirmed the list that holds it; `blocked`: its card is.
 */
export const rightState = z.enum(['active', 'waiting', 'planned', 'expired', 'blocked'])
export type RightState = z.output<typeof rightState>

const rightFields = {
  deviceId: id,
  /** Exactly one of the two. */
  cardId: z.optional(z.nullable(id)),
  accountId: z.optional(z.nullable(id)),
  validFrom: z.optional(z.nullable(moment)),
  validUntil: z.optional(z.nullable(moment)),
}

/** Who may open which door: a card at the door, or a signed-in person from afar without a call. */
export const doorRight = defineEntity({
  key: 'doorRight',
  service: 'device',
  permission: 'doorRight',
  grants: { menu: 'rightsManagement', property: ['read', 'export', 'save', 'remove'], duty: ['read'] },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...rightFields,
    deviceName: z.string(),
    /** Whose card it is, or who opens from afar. */
    holderName: z.string(),
    cardName: z.nullable(z.string()),
    cardInfo: z.nullable(z.string()),
    cardState: z.nullable(doorCardState),
    accountName: z.nullable(z.string()),
    /** Who opens from their phone because they live there: the right comes and goes with that. */
    residentName: z.nullable(z.string()),
    state: rightState,
    grantedBy: z.nullable(z.string()),
    /** When the door unit has confirmed the list that holds it; null while it waits for the unit. */
    syncedAt: z.nullable(moment),
  }),
  write: z.object(rightFields),
  filters: {
    deviceId: 'equals',
    cardId: 'equals',
    accountId: 'equals',
    state: 'oneOf',
    deviceName: 'contains',
    holderName: 'contains',
    cardName: 'contains',
    accountName: 'contains',
    validUntil: 'range',
  },
  sorts: ['deviceName', 'holderName', 'validFrom', 'validUntil', 'createdAt'],
  defaultSort: '-createdAt',
  search: ['deviceName', 'holderName', 'cardInfo'],
  countBy: 'state',
  refs: {
    deviceId: { entity: 'device', label: 'deviceName' },
    cardId: { entity: 'doorCard', label: 'cardName' },
  },
  // Cards count the doors they open.
  shownIn: ['doorCard'],
  removable: true,
  commands: {},
})
