// Campaigns: which advertisement plays where, from when until when, on which days and hours, and how often beside others.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, ids, localDate, moment, nonEmpty, rowBase, rowOwner, several, text } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { advertGrants, advertState } from './advertisement.ts'
import { MINUTES_OF_A_DAY } from './manifest.ts'

export const doorChoice = z.enum(['all', 'communities', 'departments', 'chosen'])

const MOST_DOORS = 500
const MOST_COMMUNITIES = 100
const MOST_WEIGHT = 10
const minute = z.int().check(z.minimum(0), z.maximum(MINUTES_OF_A_DAY))

const fields = {
  name: nonEmpty(60),
  advertisementId: id,
  fromOn: localDate,
  untilOn: localDate,
  /** 1 Monday to 7 Sunday. */
  weekdays: several(z.int().check(z.minimum(1), z.maximum(7)), 7).check(
    z.minLength(1, { error: 'required' }),
  ),
  fromMinute: minute,
  untilMinute: minute,
  weight: z.int().check(z.minimum(1), z.maximum(MOST_WEIGHT)),
  doorsBy: doorChoice,
  communityIds: z.optional(ids(MOST_COMMUNITIES)),
  departmentIds: z.optional(ids(100)),
  deviceIds: z.optional(ids(MOST_DOORS)),
  note: z.optional(z.nullable(text(500))),
}

/** What may be saved; the checks between fields are the server's to run. */
export const campaignForm = z.object(fields).check(
  z.refine(each => each.untilOn >= each.fromOn, { error: 'periodOrder', path: ['untilOn'] }),
  z.refine(each => each.fromMinute !== each.untilMinute, { error: 'periodOrder', path: ['untilMinute'] }),
  z.refine(each => each.doorsBy !== 'communities' || (each.communityIds ?? []).length > 0, {
    error: 'required',
    path: ['communityIds'],
  }),
  z.refine(each => each.doorsBy !== 'departments' || (each.departmentIds ?? []).length > 0, {
    error: 'required',
    path: ['departmentIds'],
  }),
  z.refine(each => each.doorsBy !== 'chosen' || (each.deviceIds ?? []).length > 0, {
    error: 'required',
    path: ['deviceIds'],
  }),
)

export const campaignState = z.enum(['running', 'planned', 'stopped', 'over'])

export const advertCampaign = defineEntity({
  key: 'advertCampaign',
  service: 'advert',
  permission: 'advertCampaign',
  grants: {
    ...advertGrants,
    menu: 'advertisingdistribution',
    property: ['read', 'save', 'export', 'remove'],
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    state: campaignState,
    stoppedAt: z.nullable(moment),
    advertisementName: z.optional(z.nullable(z.string())),
    advertState,
    client: z.string(),
    communityNames: z.array(z.string()),
    departmentNames: z.array(z.string()),
    deviceNames: z.array(z.string()),
    /** Doors that are to play it now, and those that have confirmed it. */
    doors: z.int(),
    doorsConfirmed: z.int(),
  }),
  write: z.object(fields),
  filters: { name: 'contains', state: 'oneOf', advertisementId: 'equals', fromOn: 'range' },
  sorts: ['name', 'fromOn', 'untilOn', 'weight', 'createdAt'],
  defaultSort: '-fromOn',
  search: ['name', 'advertisementName', 'client'],
  countBy: 'state',
  refs: {
    advertisementId: { entity: 'advertisement', label: 'advertisementName' },
    communityIds: { entity: 'community', label: 'communityNames', many: true },
    departmentIds: { entity: 'department', label: 'departmentNames', many: true },
    deviceIds: { entity: 'device', label: 'deviceNames', many: true },
  },
  shownIn: ['advertisement', 'advertDelivery'],
  removable: true,
  commands: {
    stop: {
      permission: 'advertCampaign.save',
      undo: 'resume',
      hindrance: ({ stoppedAt }) => needlessUnless(stoppedAt === null),
    },
    resume: {
      permission: 'advertCampaign.save',
      hindrance: ({ stoppedAt }) => needlessUnless(stoppedAt !== null),
    },
  },
})
