// Roll calls: a drill or a real evacuation, who should be here, frozen at the start, and who was seen since.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { eventKey, id, ids, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { countInput, headCount } from './head-count.ts'
import { rosterSign } from './roster.ts'
import { hint, outcome, personKey, pointKey, sightInput, word, means as wordMeans } from './sighting.ts'

export const musterKind = z.enum(['drill', 'real'])
export const musterState = z.enum(['running', 'closed'])

export const MOST_GATHERING_POINTS = 20
const MOST_WARDENS = 20

/** Where people gather, who counts them there, and which departments come to it; none: everybody else. */
const gatheringPoint = z.object({
  key: pointKey,
  name: nonEmpty(60),
  wardenIds: ids(MOST_WARDENS),
  departmentIds: ids(50),
})
export type GatheringPoint = z.output<typeof gatheringPoint>

const gatheringPoints = z.array(gatheringPoint).check(
  z.minLength(1, { error: 'nothingSelected' }),
  z.maxLength(MOST_GATHERING_POINTS),
  z.refine(points => new Set(points.map(({ key }) => key)).size === points.length, { error: 'chosenTwice' }),
)

const fields = {
  name: nonEmpty(120),
  kind: musterKind,
  departmentId: z.optional(z.nullable(id)),
  // At most one of them; none: wherever the tenant is.
  communityId: z.optional(z.nullable(id)),
  projectId: z.optional(z.nullable(id)),
  fenceId: z.optional(z.nullable(id)),
  drawingId: z.optional(z.nullable(id)),
  points: gatheringPoints,
  /** The emergency that it belongs to. */
  emergencyId: z.optional(z.nullable(id)),
}

/** The fields that name its place. */
export const placeFields = ['communityId', 'projectId', 'fenceId', 'drawingId'] as const

const label = z.optional(z.nullable(z.string()))

/** Somebody whom a warden has found, and who stands on no list. */
export const addPersonInput = z.object({
  person: personKey.check(z.regex(/^walkUp:/, { error: 'format' })),
  name: nonEmpty(60),
  detail: z.optional(text(120)),
  /** What is said of them with it. */
  sighting: eventKey,
  says: outcome,
  means: wordMeans,
  point: z.optional(z.nullable(pointKey)),
})
export type AddPersonInput = z.output<typeof addPersonInput>

export const muster = defineEntity({
  key: 'muster',
  service: 'message',
  permission: 'muster',
  grants: {
    menu: 'musters',
    property: ['read', 'save', 'tick', 'close', 'export'],
    patrol: ['read', 'tick'],
    duty: ['read', 'save', 'tick', 'close', 'export'],
  },
  page: {
    path: '/musters',
    layout: 'console',
    titleZh: '应急清点',
    titleEn: 'Roll calls',
    directory: 'People',
    after: 'responseCards',
    icon: 'users',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    departmentName: label,
    communityName: label,
    projectName: label,
    fenceName: label,
    drawingName: label,
    state: musterState,
    /** Name of its place; null: the whole tenant. */
    placeName: z.nullable(z.string()),
    wardens: z.array(z.object({ id, name: z.string() })),
    startedAt: moment,
    startedByName: z.nullable(z.string()),
    closedAt: z.nullable(moment),
    closedByName: z.nullable(z.string()),
    /** Why it was closed although people were unaccounted for. */
    closeReason: z.nullable(z.string()),
    /** How many were unaccounted for when it was closed. */
    leftOpen: z.nullable(z.int()),
    people: z.int(),
    /** People of whom nobody has said anything. */
    unaccounted: z.int(),
  }),
  write: z.object(fields),
  filters: { name: 'contains', kind: 'oneOf', state: 'oneOf', startedAt: 'range', departmentId: 'equals' },
  sorts: ['startedAt', 'name', 'closedAt'],
  defaultSort: '-startedAt',
  search: ['name'],
  countBy: 'state',
  department: 'departmentId',
  refs: {
    departmentId: { entity: 'department', label: 'departmentName' },
    communityId: { entity: 'community', label: 'communityName' },
    projectId: { entity: 'project', label: 'projectName' },
    fenceId: { entity: 'fence', label: 'fenceName' },
    drawingId: { entity: 'drawing', label: 'drawingName' },
  },
  removable: false,
  commands: {
    // What was said counts after the end too: it is only marked as late.
    sight: { permission: 'muster.tick', offline: 'queue', byHand: true, input: sightInput },
    addPerson: { permission: 'muster.tick', offline: 'queue', byHand: true, input: addPersonInput },
    countHeads: { permission: 'muster.tick', offline: 'queue', byHand: true, input: countInput },
    close: {
      permission: 'muster.close',
      byHand: true,
      input: z.object({ reason: z.optional(text(300)) }),
      hindrance: ({ state }) => stepUnless(state === 'running', 'state'),
    },
  },
})

export const rollPerson = z.object({
  key: z.string(),
  name: z.string(),
  detail: z.nullable(z.string()),
  /** On whose list; null: on nobody's. */
  point: z.nullable(z.string()),
  signs: z.array(rosterSign),
  /** Who has added them after the start; null: they were on it from the start. */
  addedByName: z.nullable(z.string()),
  /** When the server heard of the addition; null too where it waits on this device. */
  addedAt: z.nullable(moment),
})
export type RollPerson = z.output<typeof rollPerson>

/** The roll with everything that was said and seen. */
export const roll = z.object({
  musterId: id,
  closedAt: z.nullable(moment),
  people: z.array(rollPerson),
  words: z.array(word),
  hints: z.array(hint),
  counts: z.array(headCount),
})
export type Roll = z.output<typeof roll>
