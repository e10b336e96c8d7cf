// Which door units play which advertisement, as they themselves confirm it, and what was really shown.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, rowBase, rowOwner } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { advertGrants } from './advertisement.ts'

/** Digits 1, 3 and 4 of the specification; `leaving`: withdrawn, and the door has not confirmed that it is gone. */
export const deliveryState = z.enum(['notSent', 'delivered', 'failed', 'leaving'])
export type DeliveryState = z.output<typeof deliveryState>

const refs = {
  advertisementId: { entity: 'advertisement', label: 'advertisementName' },
  deviceId: { entity: 'device', label: 'deviceName' },
  departmentId: { entity: 'department', label: 'departmentName' },
} as const

const ofDoor = {
  deviceId: id,
  deviceName: z.string(),
  departmentId: z.nullable(id),
  departmentName: z.nullable(z.string()),
}

export const advertDelivery = defineEntity({
  key: 'advertDelivery',
  service: 'advert',
  permission: 'advertDelivery',
  grants: {
    ...advertGrants,
    menu: 'advertisingdistribution',
    property: ['read', 'resend', 'export'],
  },
  page: {
    path: '/advertisingdistribution',
    layout: 'console',
    titleZh: '广告投放',
    titleEn: 'Advertisement delivery',
    directory: 'Advertising',
    after: 'advertisingReview',
    icon: 'forward',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...ofDoor,
    advertisementId: id,
    advertisementName: z.string(),
    client: z.string(),
    imei: z.string(),
    state: deliveryState,
    /** What the door says went wrong. */
    reason: z.nullable(z.string()),
    /** When the door said so. */
    reportedAt: z.nullable(moment),
    online: z.boolean(),
  }),
  filters: {
    state: 'oneOf',
    advertisementId: 'equals',
    deviceId: 'equals',
    departmentId: 'equals',
    deviceName: 'contains',
  },
  sorts: ['deviceName', 'advertisementName', 'state', 'reportedAt', 'createdAt'],
  defaultSort: 'deviceName',
  search: ['deviceName', 'advertisementName', 'client', 'imei'],
  countBy: 'state',
  department: 'departmentId',
  refs,
  removable: false,
  commands: {
    /** The door is told once more; what has failed waits again. */
    resend: {
      permission: 'advertDelivery.resend',
      hindrance: ({ state }) => stepUnless(state !== 'delivered', 'state'),
    },
  },
})

/** One line a door, day and advertisement. It stays when any of them is deleted. */
export const advertFigure = defineEntity({
  key: 'advertFigure',
  service: 'advert',
  permission: 'advertFigure',
  grants: { ...advertGrants, menu: 'advertisingdistribution', property: ['read', 'export'] },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...ofDoor,
    /** By the calendar of the tenant. */
    day: localDate,
    advertisementId: id,
    advertisementName: z.string(),
    client: z.string(),
    plays: z.int(),
    /** Shown from the first to the last picture: what is paid for. */
    complete: z.int(),
    /** Taken away by a visitor or an emergency: not paid for. */
    cut: z.int(),
    /** Seconds that it was seen. */
    seconds: z.int(),
  }),
  filters: {
    day: 'range',
    client: 'contains',
    advertisementName: 'contains',
    advertisementId: 'equals',
    deviceId: 'equals',
  },
  sorts: ['day', 'advertisementName', 'client', 'deviceName', 'plays', 'complete'],
  defaultSort: '-day',
  search: ['advertisementName', 'client', 'deviceName'],
  department: 'departmentId',
  refs,
  removable: false,
  commands: {},
})
