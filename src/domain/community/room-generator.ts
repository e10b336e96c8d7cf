// Makes the rooms of whole buildings from a few numbers and the community's naming rules. Nothing is stored here: what comes out
// is looked at before anything happens, and what is there already is never renamed.
import * as z from 'zod/mini'
import { several, text } from '../fields.ts'
import { MOST_FLOORS } from './building.ts'
import { filled } from './patterns.ts'
import { floorNumber, LEAST_FLOOR, roomKind, roomNumber } from './room.ts'

export const MOST_BUILDINGS = 100
export const MOST_UNITS = 20
export const MOST_ON_FLOOR = 60
/** Of one run; more are made by another. */
export const MOST_ROOMS = 20_000

const counted = (most: number) => z.int().check(z.minimum(1), z.maximum(most))
const onFloor = z.int().check(z.minimum(0), z.maximum(MOST_ON_FLOOR))

const numbers = {
  firstBuilding: counted(999),
  lastBuilding: counted(999),
  units: counted(MOST_UNITS),
  fromFloor: floorNumber,
  toFloor: floorNumber,
  skippedFloors: z.optional(several(z.int().check(z.minimum(LEAST_FLOOR), z.maximum(MOST_FLOORS)), 50)),
  perFloor: onFloor,
  /** Floors that have another number of rooms. */
  others: z.optional(
    z.array(z.object({ from: floorNumber, to: floorNumber, count: onFloor })).check(z.maxLength(20)),
  ),
  /** Stands before the number of a floor below the ground: B gives B1 for -1. */
  basementPrefix: z.optional(text(4)),
  kind: roomKind,
}

export const generatorPlan = z.object(numbers).check(
  z.refine(({ firstBuilding, lastBuilding }) => lastBuilding >= firstBuilding, {
    error: 'limitOrder',
    path: ['lastBuilding'],
  }),
  z.refine(({ firstBuilding, lastBuilding }) => lastBuilding - firstBuilding < MOST_BUILDINGS, {
    error: 'tooBig',
    path: ['lastBuilding'],
  }),
  z.refine(({ fromFloor, toFloor }) => toFloor >= fromFloor, { error: 'limitOrder', path: ['toFloor'] }),
  z.refine(({ toFloor }) => toFloor > 0, { error: 'tooSmall', path: ['toFloor'] }),
)
export type GeneratorPlan = z.output<typeof generatorPlan>

export interface NamingRules {
  buildingPattern: string
  unitPattern: string
  roomPattern: string
}

export interface GeneratedRoom {
  building: string
  unit: string
  /** Numbers of the building and the unit, for their order. */
  buildingNumber: number
  unitNumber: number
  floorNo: number
  roomNo: string
}

/** The floors of a plan, lowest first: no floor 0, none that is skipped. */
export function floorsOf({ fromFloor, toFloor, skippedFloors = [] }: GeneratorPlan): number[] {
  const skipped = new Set([0, ...skippedFloors])
  return Array.from({ length: toFloor - fromFloor + 1 }, (_, index) => fromFloor + index).filter(
    floor => !skipped.has(floor),
  )
}

/** How many rooms a floor has; of several that speak of it the last one counts. */
const roomsOn = ({ perFloor, others = [] }: GeneratorPlan, floor: number): number =>
  others.findLast(({ from, to }) => floor >= from && floor <= to)?.count ?? perFloor

/** What a room is called on its floor. */
export function roomNoOf(
  rules: Pick<NamingRules, 'roomPattern'>,
  floor: number,
  room: number,
  basementPrefix = '',
): string {
  const level = floor < 0 ? `${basementPrefix}${-floor}` : floor
  return filled(rules.roomPattern, { floor: level, room })
}

/** How many rooms a plan makes, without making them: what is absurd is refused before it costs anything. */
export function sizeOf(plan: GeneratorPlan): number {
  const inUnit = floorsOf(plan).reduce((sum, floor) => sum + roomsOn(plan, floor), 0)
  return inUnit * plan.units * (plan.lastBuilding - plan.firstBuilding + 1)
}

export function generateRooms(plan: GeneratorPlan, rules: NamingRules): GeneratedRoom[] {
  const floors = floorsOf(plan)
  const rooms: GeneratedRoom[] = []
  for (let buildingNumber = plan.firstBuilding; buildingNumber <= plan.lastBuilding; buildingNumber++) {
    const building = filled(rules.buildingPattern, { number: buildingNumber })
    for (let unitNumber = 1; unitNumber <= plan.units; unitNumber++) {
      const unit = filled(rules.unitPattern, { number: unitNumber })
      for (const floorNo of floors)
        for (let place = 1; place <= roomsOn(plan, floorNo); place++)
          rooms.push({
            ...{ building, unit, buildingNumber, unitNumber, floorNo },
            roomNo: roomNoOf(rules, floorNo, place, plan.basementPrefix),
          })
    }
  }
  return rooms
}

/** Names one room among all of a community, whatever its letters' case. */
export const keyOfRoom = ({ building, unit, roomNo }: Pick<GeneratedRoom, 'building' | 'unit' | 'roomNo'>) =>
  [building, unit, roomNo].join('\n').toLowerCase()

/** Rooms that come twice: floor 1 with 11 rooms and floor 11 with 1 both have a 111 where nothing keeps them apart. */
export function doubledIn(rooms: readonly GeneratedRoom[]): GeneratedRoom[] {
  const seen = new Set<string>()
  return rooms.filter(each => {
    const key = keyOfRoom(each)
    return seen.has(key) || !seen.add(key)
  })
}

/** A number that no room may have, such as one with letters from a pattern that doors do not show. */
export const malformedIn = (rooms: readonly GeneratedRoom[]): GeneratedRoom | undefined =>
  rooms.find(({ roomNo }) => !z.safeParse(roomNumber, roomNo).success)

/**
 * The number that a room on this floor should have had, where a sheet has lost its leading zeros: 101 for 0101 under
 * {floor:2}{room:2}. Undefined: nothing is lost, as far as the rule can tell.
 */
export function lostZeros(
  rules: Pick<NamingRules, 'roomPattern'>,
  { floorNo, roomNo }: { floorNo: number; roomNo: string },
): string | undefined {
  if (floorNo < 1 || !/^\d+$/.test(roomNo)) return undefined
  for (let place = 1; place <= MOST_ON_FLOOR; place++) {
    const wanted = roomNoOf(rules, floorNo, place)
    if (wanted === roomNo) return undefined
    if (wanted.startsWith('0') && wanted.replace(/^0+/, '') === roomNo) return wanted
  }
  return undefined
}
