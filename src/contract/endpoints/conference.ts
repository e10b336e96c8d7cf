// Conference rooms: what lets one in, which run, calling devices and people into one, links for guests.
import * as z from 'zod/mini'
import {
  conferencePermissions,
  MOST_CALLED,
  RECORDING_FILE,
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
  /** What the service knows the room by, where that is not its number. */
  channel: z.optional(z.string()),
  /** What `recordOverCloud` takes: for hosts of rooms that are recorded by the cloud service. */
  recording: z.optional(z.string()),
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

/** What the cloud service's login has answered, as it stands in its addresses. */
const placePart = z.string().check(z.regex(/^[\w-]{1,100}$/, { error: 'format' }))

/**
 * Has the cloud service begin or end a recording: the keys of its storage stay on the server. What came of it the page hears
 * from that service. Refused with `field.reference` for a handle that is not the person's own, `conference.unavailable`.
 */
export const recordOverCloud = endpoint({
  service: 'device',
  method: 'POST',
  path: 'conference/record',
  access: conferencePermissions.host,
  summary: 'Record a room that the conference cloud service carries, or end the recording',
  request: z.strictObject({
    handle: z.string().check(z.maxLength(2_000)),
    accountName: z.string().check(z.maxLength(200)),
    confNum: placePart,
    instanceId: placePart,
    on: z.boolean(),
    video: z.boolean(),
    fileName: z.string().check(z.regex(RECORDING_FILE, { error: 'format' })),
  }),
  response: z.null(),
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
 * What came of a call into a room: sent to the device or console, heard by it, in the room, out of it again, declined, called
 * off by who called, or not answered in time.
 */
export const calledState = z.enum(['called', 'heard', 'in', 'left', 'declined', 'calledOff', 'missed'])
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

/**
 * Stops calling: the devices and consoles ring no more, and a device that was called does not come in by that call. By who called,
 * or by whoever may be host. Answers whom it stopped; who is in or has declined meanwhile is no error.
 */
export const callOff = endpoint({
  service: 'device',
  method: 'POST',
  path: 'conference/callOff',
  access: conferencePermissions.call,
  summary: 'Stop calling devices or colleagues into a conference room',
  request: z.strictObject({
    roomId: roomNumber,
    /** User names in the room, as what came of calls names them. */
    keys: several(z.string().check(z.minLength(1), z.maxLength(40)), MOST_CALLED).check(
      z.minLength(1, { error: 'nothingSelected' }),
    ),
  }),
  response: z.object({ calledOff: z.array(z.string()) }),
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
