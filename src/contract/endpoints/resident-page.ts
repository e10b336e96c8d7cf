// What the resident page asks: its own way in, and then only what is of the homes of a telephone.
import * as z from 'zod/mini'
import { id, localDate, moment, nonEmpty, phone, text } from '../../domain/fields.ts'
import { BYTES_24, WRITTEN_DAY } from '../../domain/limits.ts'
import { guestCodeState, MOST_GUEST_USES } from '../../domain/living/guest-code.ts'
import { occupancyRole, occupancyState } from '../../domain/living/occupancy-step.ts'
import { orderState } from '../../domain/mall/order-state.ts'
import { endpoint } from '../endpoint.ts'

const service = 'user' as const
const access = 'resident' as const

export const residentCode = endpoint({
  service,
  method: 'POST',
  path: 'home/code',
  access: 'public',
  summary: 'Send a code to a telephone, to log in to the resident page',
  request: z.strictObject({ phone }),
  response: z.object({ requestId: z.string(), retryAfterSeconds: z.int() }),
})

/** The answer's `Authorization` header is the token; it opens the endpoints of the resident page and nothing else. */
export const residentLogin = endpoint({
  service,
  method: 'POST',
  path: 'home/login',
  access: 'public',
  summary: 'Log in to the resident page; the Authorization response header is the token',
  request: z.strictObject({ phone, code: z.string().check(z.regex(/^\d{6}$/)), requestId: nonEmpty(40) }),
  response: z.object({ phone: z.string() }),
})

export const residentLogout = endpoint({
  service,
  method: 'POST',
  path: 'home/logout',
  access,
  summary: 'Log out of the resident page',
  request: z.strictObject({}),
  response: z.null(),
})

const door = z.object({ deviceId: id, name: z.string(), online: z.boolean() })

const guestCode = z.object({
  id,
  digits: z.string(),
  guestName: z.nullable(z.string()),
  validFrom: moment,
  validUntil: moment,
  mostUses: z.int(),
  used: z.int(),
  state: guestCodeState,
})

const home = z.object({
  occupancyId: id,
  residentName: z.string(),
  role: occupancyRole,
  /** Whose site the page looks like. */
  tenantId: id,
  tenantName: z.string(),
  communityName: z.string(),
  /** Building and unit. */
  place: z.string(),
  roomNo: z.string(),
  untilDay: z.nullable(localDate),
  /** Where the tenant's mall is, as its published site says. */
  mallAddress: z.nullable(z.string()),
  doors: z.array(door),
  guestCodes: z.array(guestCode),
})
export type Home = z.output<typeof home>

export const residentHome = endpoint({
  service,
  method: 'GET',
  path: 'home/state',
  access,
  summary: 'The homes of the telephone with their doors and guest codes, and what it has asked for',
  request: z.strictObject({}),
  response: z.object({
    phone: z.string(),
    homes: z.array(home),
    asked: z.array(
      z.object({
        id,
        residentName: z.string(),
        communityName: z.string(),
        place: z.string(),
        roomNo: z.string(),
        role: occupancyRole,
        state: occupancyState,
        reason: z.nullable(z.string()),
        at: moment,
      }),
    ),
    announcements: z.array(
      z.object({
        ...{ id, title: z.string(), content: z.string(), at: moment },
        /** The homes that it is for. */
        occupancyIds: z.array(id),
      }),
    ),
  }),
})
export type ResidentState = z.output<typeof residentHome.response>

/** Newest orders of a telephone that one answer has. */
export const MOST_OWN_ORDERS = 40

export const residentOrders = endpoint({
  service,
  method: 'GET',
  path: 'home/orders',
  access,
  summary: 'Orders of the mall that name the telephone, of the tenants where it lives',
  request: z.strictObject({}),
  response: z.array(
    z.object({
      id,
      orderNumber: z.string(),
      tenantName: z.string(),
      merchantName: z.string(),
      state: orderState,
      /** Fen. */
      amount: z.int(),
      at: moment,
      lines: z.array(z.object({ name: z.string(), optionText: z.string(), quantity: z.int() })),
      parcels: z.array(z.object({ carrier: z.string(), trackingNumber: z.string() })),
    }),
  ),
})

export const residentOpenDoor = endpoint({
  service,
  method: 'POST',
  path: 'home/open',
  access,
  summary: 'Open a door of one’s home: judged, written down and sent to the door unit',
  request: z.strictObject({
    deviceId: id,
    callId: z.optional(id),
    nonce: z.string().check(z.regex(BYTES_24)),
  }),
  response: z.object({ result: z.enum(['sent', 'forbidden', 'tooOften', 'offline', 'noKey', 'repeated']) }),
})

/**
 * What rings for a home now. A page that is looked at says so: while one is, a ring for the room is the residents' alone for some
 * seconds, and the property's after that.
 */
export const residentCalls = endpoint({
  service,
  method: 'POST',
  path: 'home/calls',
  access,
  summary: 'Calls of door units that ring for rooms in which the telephone lives',
  request: z.strictObject({ watching: z.boolean() }),
  response: z.array(
    z.object({
      callId: id,
      deviceId: z.nullable(id),
      doorName: z.string(),
      roomNo: z.nullable(z.string()),
      /** How much longer it rings. */
      ringsForMs: z.int(),
      /** The property does not know of it yet. */
      isHeld: z.boolean(),
      /** It rings no more: somebody speaks with the visitor, of a home by name; null: of the property. */
      taken: z.nullable(z.object({ by: z.nullable(z.string()) })),
    }),
  ),
})
export type RoomCall = z.output<typeof residentCalls.response>[number]

export const residentCallDecline = endpoint({
  service,
  method: 'POST',
  path: 'home/calls/decline',
  access,
  summary: 'Leave a ringing call to the property, at once',
  request: z.strictObject({ callId: id }),
  response: z.null(),
})

/** Rooms are found by the full name of their community, so that nobody leafs through them. */
export const residentPlaces = endpoint({
  service,
  method: 'POST',
  path: 'home/places',
  access,
  summary: 'Rooms of the community of exactly this name, to ask for a binding',
  request: z.strictObject({ community: nonEmpty(60), roomNo: nonEmpty(20) }),
  response: z.array(
    z.object({ roomId: id, communityName: z.string(), place: z.string(), roomNo: z.string() }),
  ),
})

export const residentAsk = endpoint({
  service,
  method: 'POST',
  path: 'home/ask',
  access,
  summary: 'Ask to be bound to a room',
  request: z.strictObject({
    roomId: id,
    name: nonEmpty(60),
    role: occupancyRole,
    fromDay: localDate,
    untilDay: z.optional(z.nullable(localDate)),
    note: z.optional(text(200)),
  }),
  response: z.object({ id }),
})

export const residentGuest = endpoint({
  service,
  method: 'POST',
  path: 'home/guest',
  access,
  summary: 'Make a code for a guest, good for some hours and openings at the doors of one home',
  request: z.strictObject({
    occupancyId: id,
    guestName: z.optional(text(60)),
    validFrom: moment,
    validUntil: moment,
    mostUses: z.int().check(z.minimum(1), z.maximum(MOST_GUEST_USES)),
  }),
  response: guestCode,
})

export const residentGuestEnd = endpoint({
  service,
  method: 'POST',
  path: 'home/guest/end',
  access,
  summary: 'Take a guest code back',
  request: z.strictObject({ id }),
  response: z.null(),
})

/** With it the resident, or the guardian of a child, agrees to what the page says of it. */
export const residentFaceSend = endpoint({
  service,
  method: 'POST',
  path: 'home/face',
  access,
  summary: 'Send a picture of one’s face with one’s consent, to open the doors of the home with it',
  request: z.strictObject({
    occupancyId: id,
    /** Base64, half a megabyte at most. */
    picture: z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(700_000)),
    birthDate: z.string().check(z.regex(WRITTEN_DAY, { error: 'format' })),
    consent: z.literal(true),
    guardianName: z.optional(text(60)),
  }),
  response: z.object({ id }),
})
