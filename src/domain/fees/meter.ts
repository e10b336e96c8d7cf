// Meters of rooms and what was read on them.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { refusing, stepUnless } from '../hindrance.ts'
import { photoList } from '../site/photos.ts'
import { meterKind } from './month-bill.ts'
import { units } from './units.ts'

export const meterState = z.enum(['due', 'read', 'removed'])

const digits = z.int().check(z.minimum(3), z.maximum(9))
const multiplier = z.int().check(z.minimum(1), z.maximum(10_000))

const meterFields = {
  roomId: id,
  kind: meterKind,
  serial: nonEmpty(40),
  digits,
  multiplier,
  startReading: units,
  installedOn: localDate,
  /** A device of the fleet that counts the same. */
  deviceId: z.optional(z.nullable(id)),
  note: z.optional(text(200)),
}

const reading = {
  readOn: localDate,
  reading: units,
  /** The register has passed its last number. */
  rollover: z.optional(z.boolean()),
  photos: z.optional(photoList),
  note: z.optional(text(200)),
}

export const meter = defineEntity({
  key: 'meter',
  service: 'pay',
  permission: 'meter',
  grants: {
    menu: 'meters',
    property: ['read', 'save', 'remove', 'export', 'import'],
    patrol: ['read'],
  },
  page: {
    path: '/meters',
    layout: 'console',
    titleZh: '水电表',
    titleEn: 'Meters',
    directory: 'Community',
    icon: 'bolt',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...meterFields,
    communityId: id,
    communityName: z.string(),
    roomName: z.string(),
    /** Building, unit, floor and room as text that sorts the way somebody walks. */
    place: z.string(),
    deviceName: z.nullable(z.string()),
    state: meterState,
    removedOn: z.nullable(localDate),
    finalReading: z.nullable(z.number()),
    lastOn: z.nullable(localDate),
    /** The last reading, or the start of the meter. */
    lastReading: z.number(),
    /** What lies between the last two. */
    lastConsumed: z.nullable(z.number()),
    billedUntil: z.nullable(localDate),
  }),
  write: z.object(meterFields),
  unique: ['serial'],
  filters: {
    serial: 'contains',
    roomName: 'contains',
    kind: 'oneOf',
    state: 'oneOf',
    communityId: 'equals',
    roomId: 'equals',
    deviceId: 'equals',
  },
  sorts: ['place', 'serial', 'lastOn', 'lastConsumed', 'createdAt'],
  defaultSort: 'place',
  search: ['serial', 'roomName', 'communityName'],
  countBy: 'state',
  refs: {
    roomId: { entity: 'room', label: 'roomName' },
    deviceId: { entity: 'device', label: 'deviceName' },
  },
  shownIn: ['meterReading', 'feeRun'],
  removable: true,
  importable: true,
  commands: {
    /** Whoever walks from meter to meter is often where there is no network. */
    takeReading: {
      permission: 'meterReading.save',
      offline: 'queue',
      byHand: true,
      input: z.object(reading),
      hindrance: ({ state }) => stepUnless(state !== 'removed', 'state'),
    },
    /** Takes the latest value that its device has sent. */
    takeFromDevice: {
      permission: 'meterReading.save',
      hindrance: ({ state, deviceId }) =>
        typeof deviceId === 'number' ? stepUnless(state !== 'removed', 'state') : refusing('meter.noDevice'),
    },
    /** Another meter takes its place on a day; what both count is billed together. */
    replace: {
      permission: 'meter.save',
      byHand: true,
      asSeen: true,
      input: z.object({
        on: localDate,
        finalReading: units,
        rollover: z.optional(z.boolean()),
        serial: nonEmpty(40),
        digits,
        multiplier,
        startReading: units,
      }),
      hindrance: ({ state }) => stepUnless(state !== 'removed', 'state'),
    },
    takeOut: {
      permission: 'meter.save',
      byHand: true,
      asSeen: true,
      input: z.object({ on: localDate, finalReading: units, rollover: z.optional(z.boolean()) }),
      hindrance: ({ state }) => stepUnless(state !== 'removed', 'state'),
    },
  },
})

/** Written once. A wrong one is followed by the right one, and what it changes in bills is a line of the next. */
export const meterReading = defineEntity({
  key: 'meterReading',
  service: 'pay',
  permission: 'meterReading',
  grants: {
    menu: 'meters',
    property: ['read', 'save', 'remove', 'correct', 'export', 'import'],
    patrol: ['read', 'save'],
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...reading,
    meterId: id,
    serial: z.string(),
    kind: meterKind,
    roomId: id,
    roomName: z.string(),
    communityId: id,
    photos: photoList,
    rollover: z.boolean(),
    /** The one before it, and what lies between. */
    before: z.nullable(z.number()),
    consumed: z.nullable(z.number()),
    source: z.enum(['hand', 'import', 'photo', 'device', 'final']),
    state: z.enum(['open', 'billed', 'corrected']),
    userName: z.nullable(z.string()),
    /** Why it stands in place of another one. */
    reason: z.nullable(z.string()),
    correctsId: z.nullable(id),
  }),
  write: z.object({ meterId: id, ...reading }),
  filters: {
    meterId: 'equals',
    roomId: 'equals',
    communityId: 'equals',
    serial: 'contains',
    roomName: 'contains',
    kind: 'oneOf',
    state: 'oneOf',
    source: 'oneOf',
    readOn: 'range',
  },
  sorts: ['readOn', 'createdAt'],
  defaultSort: '-readOn',
  search: ['serial', 'roomName', 'userName'],
  countBy: 'state',
  refs: { meterId: { entity: 'meter', label: 'serial' } },
  shownIn: ['meter', 'feeRun'],
  removable: true,
  importable: true,
  waitsNew: true,
  commands: {
    correct: {
      permission: 'meterReading.correct',
      byHand: true,
      asSeen: true,
      input: z.object({ reading: units, rollover: z.optional(z.boolean()), reason: nonEmpty(200) }),
      hindrance: ({ state }) => stepUnless(state !== 'corrected', 'state'),
    },
  },
})
