// Patrols: routes with their points in order, and the rounds that are made of them by the days and times of the route.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import {
  id,
  latitude,
  localDate,
  longitude,
  moment,
  nonEmpty,
  rowBase,
  rowOwner,
  several,
  text,
} from '../fields.ts'
import { visitWays } from './round.ts'

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))

/** Most points of a route: more is a day's walk. */
export const MOST_POINTS = 60

const routeFields = {
  name: nonEmpty(60),
  /** Whose round it is; empty: of whoever is on a round. */
  postId: z.optional(z.nullable(id)),
  enabled: z.boolean(),
  /** Days of the week, 1 Monday to 7 Sunday; empty: every day. */
  days: several(z.int().check(z.minimum(1), z.maximum(7)), 7),
  /** When rounds begin: minutes of the day in the tenant's zone. */
  starts: several(minuteOfDay, 48).check(z.minLength(1, { error: 'required' })),
  /** How long a round may take. */
  minutes: z.int().check(z.minimum(5), z.maximum(720)),
}

export const patrolRoute = defineEntity({
  key: 'patrolRoute',
  service: 'user',
  permission: 'patrolRoute',
  grants: {
    menu: 'rounds',
    property: ['read', 'save', 'remove', 'export'],
    patrol: ['read'],
    duty: ['read', 'save'],
  },
  page: {
    path: '/patrolRoutes',
    layout: 'map',
    titleZh: '巡更路线',
    titleEn: 'Patrol routes',
    directory: 'People',
    after: 'rounds',
    icon: 'route',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...routeFields,
    postName: z.optional(z.nullable(z.string())),
    pointCount: z.int(),
    /** When its next round begins; null: none is made yet. */
    nextAt: z.nullable(moment),
  }),
  write: z.object(routeFields),
  filters: { name: 'contains', postId: 'equals', enabled: 'equals' },
  sorts: ['name', 'createdAt'],
  defaultSort: 'name',
  search: ['name'],
  refs: { postId: { entity: 'post', label: 'postName' } },
  shownIn: ['patrolRound'],
  removable: true,
  commands: {},
})

const pointFields = {
  routeId: id,
  name: nonEmpty(60),
  /** Its place in the route, from 1. */
  position: z.int().check(z.minimum(1), z.maximum(999)),
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  /** Metres around the place within which somebody is there. */
  radius: z.int().check(z.minimum(5), z.maximum(500)),
  /** What to look at. */
  task: z.optional(text(200)),
  /** To be reached within so many minutes of the beginning. */
  minute: z.int().check(z.minimum(1), z.maximum(720)),
  /** Unit of a value that is read off here; empty: none is. */
  readingUnit: z.optional(text(12)),
}

export const patrolPoint = defineEntity({
  key: 'patrolPoint',
  service: 'user',
  permission: 'patrolPoint',
  grants: {
    menu: 'rounds',
    property: ['read', 'save', 'remove', 'export', 'import'],
    patrol: ['read'],
    duty: ['read', 'save'],
  },
  page: {
    path: '/patrolPoints',
    layout: 'map',
    titleZh: '巡更点',
    titleEn: 'Patrol points',
    directory: 'People',
    after: 'patrolRoutes',
    icon: 'pin',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...pointFields,
    routeName: z.optional(z.nullable(z.string())),
    /** On its label. */
    labelCode: z.string(),
  }),
  write: z.object(pointFields),
  filters: { name: 'contains', routeId: 'equals' },
  sorts: ['position', 'name', 'createdAt'],
  defaultSort: 'position',
  search: ['name', 'task', 'labelCode'],
  refs: { routeId: { entity: 'patrolRoute', label: 'routeName' } },
  shownIn: ['patrolRoute'],
  removable: true,
  importable: true,
  commands: {},
})

/** A point as it was when the round was made: a route that is changed later changes no round that is on. */
const roundPoint = z.object({
  id,
  name: z.string(),
  labelCode: z.string(),
  dueAt: moment,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  radius: z.int(),
  task: z.nullable(z.string()),
  readingUnit: z.nullable(z.string()),
})
export type RoundPoint = z.output<typeof roundPoint>

const roundVisit = z.object({
  pointId: id,
  way: z.enum(visitWays),
  /** When the person was there, and when the server heard of it. */
  at: moment,
  receivedAt: moment,
  userName: z.string(),
  note: z.nullable(z.string()),
  reading: z.nullable(z.number()),
  /** Metres from the point; null: the place was not known. */
  distance: z.nullable(z.number()),
  /** The label was read, or the place is within the radius. */
  proved: z.boolean(),
})
export type RoundVisit = z.output<typeof roundVisit>

export const roundState = z.enum(['planned', 'running', 'done', 'partly', 'missed'])

/** What a phone says of a point. */
export const visitInput = z.object({
  pointId: id,
  way: z.enum(visitWays),
  /** When the person was there; the server takes it for now where it lies ahead. */
  visitedAt: moment,
  /** What the label said. */
  code: z.optional(text(40)),
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
  /** Metres. */
  accuracy: z.optional(z.number().check(z.nonnegative(), z.maximum(100_000))),
  note: z.optional(text(300)),
  reading: z.optional(z.number().check(z.minimum(-1e9), z.maximum(1e9))),
})
export type VisitInput = z.output<typeof visitInput>

export const patrolRound = defineEntity({
  key: 'patrolRound',
  service: 'user',
  permission: 'patrolRound',
  grants: {
    menu: 'rounds',
    property: ['read', 'visit', 'export'],
    patrol: ['read', 'visit'],
    duty: ['read', 'visit', 'export'],
  },
  page: {
    path: '/rounds',
    layout: 'map',
    titleZh: '巡更记录',
    titleEn: 'Patrol rounds',
    directory: 'People',
    after: 'dutyRecords',
    icon: 'route',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    routeId: id,
    routeName: z.optional(z.nullable(z.string())),
    /** Of the route when the round was made. */
    name: z.string(),
    postId: z.nullable(id),
    postName: z.optional(z.nullable(z.string())),
    day: localDate,
    startsAt: moment,
    endsAt: moment,
    points: z.array(roundPoint),
    visits: z.array(roundVisit),
    state: roundState,
    pointCount: z.int(),
    reached: z.int(),
    late: z.int(),
    missed: z.int(),
    /** Who was on it, by their visits. */
    walkers: z.nullable(z.string()),
  }),
  filters: {
    name: 'contains',
    state: 'oneOf',
    day: 'range',
    startsAt: 'range',
    endsAt: 'range',
    routeId: 'equals',
    postId: 'equals',
  },
  sorts: ['startsAt', 'day', 'createdAt'],
  defaultSort: '-startsAt',
  search: ['name'],
  countBy: 'state',
  refs: {
    routeId: { entity: 'patrolRoute', label: 'routeName' },
    postId: { entity: 'post', label: 'postName' },
  },
  removable: false,
  commands: {
    visit: { permission: 'patrolRound.visit', offline: 'queue', input: visitInput, byHand: true },
  },
})
