// Conference rooms: what lets one in, which run, calling devices and people into one, links for guests.
import * as z from 'zod/mini'
import {
  conferencePermissions,
  MOST_CALLED,
  ROOM_PASSWORD_LENGTH,
  roomNumber,
} from '../../domain/conference/conference.ts'
import { chosenIds, id, imei, moment, nonEmpty, several } from '../../domain/fields.ts'
import { BYTES_24, NAME_LENGTH } from '../../domain/limits.ts'
import { iceServer } from '../call-signal.ts'
import { endpoint } from '../endpoint.ts'
import { searchText } from '../query-values.ts'

/** What the conference service asks for at its login. `password` is good for this room, this person and some hours. */
export const roomTicket = z.object({
  provider: z.enum(['builtIn', 'cloud', 'livekit']),
  /** Address of the conference service, on the same origin or absolute, without a slash at its end. */
  service: z.string(),
  appKey: z.string(),
  userId: z.int(),
  accountName: z.string(),
  displayName: z.string(),
  password: z.string(),
  roomId: roomNumber,
  iceServers: z.array(iceServer),
})

const password = z.optional(z.string().check(z.maxLength(ROOM_PASSWORD_LENGTH)))

/**
 * Lets one into a room. Refused with `conference.password` (absent or wrong), `conference.full` (the seventeenth),
 * `conference.unavailable` (the server carries no conferences), `session.throttled`.
 */
export const openConference = endpoint({
  service: 'device',
  method: 'POST',
  path: 'conference/open',
  access: conferencePermissions.join,
  summary: 'Get what lets one into a conference room',
  request: z.strictObject({ roomId: roomNumber, password }),
  response: roomTicket,
})

export const runningRoom = z.object({
  roomId: roomNumber,
  displayName: z.string(),
  participants: z.int(),
  capacity: z.int(),
  since: moment,
  recordingSince: z.nullable(moment),
  /** It asks for a password. */
  locked: z.boolean(),
})

export const runningConferences = endpoint({
  service: 'device',
  method: 'GET',
  path: 'conference/rooms',
  access: conferencePermissions.join,
  summary: 'Conference rooms of the own tenant in which somebody is now',
  request: z.strictObject({}),
  response: z.array(runningRoom),
})

/**
 * Calls devices into a room (real-time specification, section 7): each that is connected is told by 5096 on its topic. `hide`:
 * the device shows nothing of the call; `video`: with picture. Those that did not hear it are named.
 */
export const callDevicesIntoRoom = endpoint({
  service: 'device',
  method: 'POST',
  path: 'order/manyVideoCallToJuphoon',
  access: conferencePermissions.call,
  summary: 'Call devices into a conference room',
  request: z.strictObject({
    imeis: several(imei, MOST_CALLED).check(z.minLength(1, { error: 'nothingSelected' })),
    hide: z.boolean(),
    roomId: roomNumber,
    video: z.boolean(),
  }),
  response: z.object({ called: z.array(imei), offline: z.array(imei) }),
})

/**
 * What came of a call into a room: sent to the device or console, heard by it, in the room, out of it again, declined, or not
 * answered in time.
 */
export const calledState = z.enum(['called', 'heard', 'in', 'left', 'declined', 'missed'])
export type CalledState = z.output<typeof calledState>

export const calledIntoRoom = endpoint({
  service: 'device',
  method: 'GET',
  path: 'conference/called',
  access: conferencePermissions.call,
  summary: 'What came of the own calls into a room',
  request: z.strictObject({ roomId: roomNumber }),
  response: z.array(z.object({ key: z.string(), imei: z.nullable(imei), until: moment, state: calledState })),
})

export const peopleForRoom = endpoint({
  service: 'device',
  method: 'GET',
  path: 'conference/people',
  access: conferencePermissions.call,
  summary: 'People of the own tenant who may come into conference rooms, the asking person left out',
  request: z.strictObject({ search: z.optional(searchText) }),
  response: z.array(
    z.object({ id, name: z.string(), departmentName: z.nullable(z.string()), online: z.boolean() }),
  ),
})

/**
 * Rings colleagues in: each console of theirs hears of it until the ring is over or they are in. Refused with
 * `field.reference` for whoever is not of the own tenant or may not come into rooms.
 */
export const ringPeopleIn = endpoint({
  service: 'device',
  method: 'POST',
  path: 'conference/ring',
  access: conferencePermissions.call,
  summary: 'Ring colleagues into a conference room',
  request: z.strictObject({ roomId: roomNumber, userIds: chosenIds(MOST_CALLED) }),
  response: z.object({ ringing: z.array(z.int()), offline: z.array(z.int()) }),
})

/** Nothing to decline is no error: the ring may just be over. */
export const declineRoomRing = endpoint({
  service: 'device',
  method: 'POST',
  path: 'conference/decline',
  access: conferencePermissions.join,
  summary: 'Decline being rung into a conference room',
  request: z.strictObject({ roomId: roomNumber }),
  response: z.null(),
})

/** Code of a guest's link: 24 random bytes. */
export const guestCode = z.string().check(z.regex(BYTES_24))

/** Longest life of a guest's link. */
export const MOST_GUEST_MINUTES = 7 * 24 * 60

export const makeGuestLink = endpoint({
  service: 'device',
  method: 'POST',
  path: 'conference/guest/link',
  access: conferencePermissions.host,
  summary: 'Make a code with which people without an account come into a room until it ends',
  request: z.strictObject({
    roomId: roomNumber,
    minutes: z.int().check(z.minimum(5), z.maximum(MOST_GUEST_MINUTES)),
  }),
  response: z.object({ code: guestCode, expiresAt: moment }),
})

/** Refused with `conference.guestCode` when there is no such code or it has ended. A guest always waits for a host. */
export const openAsGuest = endpoint({
  service: 'device',
  method: 'POST',
  path: 'conference/guest/open',
  access: 'public',
  summary: 'Get what lets a guest into a conference room',
  request: z.strictObject({ code: guestCode, displayName: nonEmpty(NAME_LENGTH) }),
  response: z.object({ ...roomTicket.shape, roomName: z.string(), expiresAt: moment }),
})
