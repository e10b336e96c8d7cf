// What the console asks of communities beyond the generic endpoints: rooms made from a plan, a building from the front, who is
// behind a room's door, texts that became rooms.
import * as z from 'zod/mini'
import { alarmType } from '../../domain/alarm/alarm-types.ts'
import { roomKind, roomState } from '../../domain/community/room.ts'
import { generatorPlan } from '../../domain/community/room-generator.ts'
import { id, localDate, moment } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)

const planned = z.object({ communityId: id, plan: generatorPlan })

/** Counts of what a plan would make. */
const outcome = z.object({
  total: z.int(),
  /** What is not there yet. */
  rooms: z.int(),
  buildings: z.int(),
  units: z.int(),
  /** Rooms of that number that are there already: they stay as they are. */
  existing: z.int(),
})

const named = z.object({ building: z.string(), unit: z.string(), roomNo: z.string() })

/** Tells what a plan would make, what is there already and what comes twice; stores nothing. */
export const previewRooms = endpoint({
  service: 'user',
  method: 'POST',
  path: 'community/previewRooms',
  access: 'room.save',
  summary: 'Tell what a plan of rooms would make',
  request: planned,
  response: z.object({
    ...outcome.shape,
    /** The first of each. */
    doubled: z.array(named),
    present: z.array(named),
    malformed: z.nullable(named),
  }),
})

/** Makes what is not there, all or nothing. */
export const generateRoomsOf = endpoint({
  service: 'user',
  method: 'POST',
  path: 'community/generateRooms',
  access: 'room.save',
  summary: 'Make the buildings, units and rooms of a plan',
  request: planned,
  response: outcome,
})

const doorOfUnit = z.object({
  id,
  name: z.string(),
  imei: z.string(),
  state: z.nullable(z.enum(['offline', 'online', 'notActivated', 'abnormal'])),
  heardAt: z.nullable(moment),
})

const frontRoom = z.object({
  id,
  unitId: id,
  floorNo: z.int(),
  roomNo: z.string(),
  kind: roomKind,
  state: roomState,
  /** Its worst alarm: consoles say the type in the reader's language. */
  alarm: z.nullable(z.object({ type: alarmType, title: z.string() })),
  /** Something given that the door does not know yet, or something taken away that still opens. */
  waiting: z.nullable(z.enum(['giving', 'taking'])),
  /** What it owes, in fen. */
  owed: z.nullable(z.int()),
})
export type FrontRoom = z.output<typeof frontRoom>

/** A building as one sees it from the front: its units side by side, each with its floors. */
export const buildingFront = endpoint({
  service: 'user',
  method: 'GET',
  path: 'community/front',
  access: 'room.read',
  summary: 'A building from the front, with the state of every room',
  request: z.strictObject({ id: idInQuery }),
  response: z.object({
    id,
    name: z.string(),
    communityId: id,
    communityName: z.string(),
    floors: z.int(),
    units: z.array(z.object({ id, name: z.string(), device: z.nullable(doorOfUnit) })),
    rooms: z.array(frontRoom),
  }),
})
export type BuildingFront = z.output<typeof buildingFront.response>

/** Who lives in a room and lived there, what of theirs opens which door, and which door has not confirmed it. */
export const roomPeople = endpoint({
  service: 'user',
  method: 'GET',
  path: 'community/roomPeople',
  access: 'room.read',
  summary: 'The people of a room and what opens for them',
  request: z.strictObject({ id: idInQuery }),
  response: z.object({
    /** What it owes past its day, in fen. */
    owed: z.int(),
    people: z.array(
      z.object({
        id,
        residentId: id,
        name: z.string(),
        phone: z.string(),
        role: z.enum(['owner', 'tenant', 'family']),
        fromDay: localDate,
        untilDay: z.nullable(localDate),
        state: z.enum(['active', 'ended']),
      }),
    ),
    cards: z.array(
      z.object({
        id,
        holderName: z.string(),
        cardInfo: z.nullable(z.string()),
        doors: z.int(),
        confirmed: z.int(),
        waitingAt: z.array(z.string()),
      }),
    ),
    /** Cards that were taken away and open all the same until the door has heard of it. */
    stillOpens: z.array(
      z.object({ holderName: z.string(), doorId: id, doorName: z.string(), since: moment }),
    ),
  }),
})
export type RoomPeople = z.output<typeof roomPeople.response>

/** Ties door cards and devices to the rooms that their typed places mean, and tells which mean none. */
export const matchPlaces = endpoint({
  service: 'user',
  method: 'POST',
  path: 'community/matchPlaces',
  access: 'room.save',
  summary: 'Tie door cards and devices to the rooms that their places mean',
  request: z.strictObject({}),
  response: z.object({
    cards: z.int(),
    devices: z.int(),
    left: z.array(
      z.object({
        what: z.enum(['card', 'device']),
        id,
        name: z.string(),
        building: z.nullable(z.string()),
        unit: z.nullable(z.string()),
        roomNo: z.nullable(z.string()),
      }),
    ),
  }),
})
