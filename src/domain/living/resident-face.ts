// Faces of residents: their picture with their consent, reviewed, and gone when they are.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'

/** `erased`: the picture is gone, with the person or because they took their consent back. */
export const residentFaceState = z.enum(['waiting', 'approved', 'rejected', 'erased'])
export type ResidentFaceState = z.output<typeof residentFaceState>

/** Whether the doors know it: `partly` while some have not confirmed. */
export const faceDelivery = z.enum(['none', 'partly', 'delivered'])
export type FaceDelivery = z.output<typeof faceDelivery>

export const residentFace = defineEntity({
  key: 'residentFace',
  service: 'user',
  permission: 'residentFace',
  grants: { menu: 'faceVerification', property: ['read', 'review'] },
  page: {
    path: '/faceVerification',
    layout: 'console',
    titleZh: '人脸审核',
    titleEn: 'Face verification',
    directory: 'Community',
    after: 'bindingReview',
    icon: 'eye',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    occupancyId: id,
    residentName: z.nullable(z.string()),
    roomNo: z.nullable(z.string()),
    place: z.string(),
    state: residentFaceState,
    /** From 0 to 100; null where nobody has looked at the picture. */
    quality: z.nullable(z.int()),
    birthDate: z.string(),
    consentAt: moment,
    /** Who gave it: themselves, or the guardian of a child. */
    consentBy: z.string(),
    delivery: faceDelivery,
    /** Doors that hold it, as they have confirmed. */
    deliveredTo: z.array(z.string()),
    /** Doors that have not confirmed it, or not that it is gone. */
    waitingAt: z.array(z.string()),
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    reason: z.nullable(z.string()),
  }),
  filters: {
    state: 'oneOf',
    delivery: 'oneOf',
    residentName: 'contains',
    roomNo: 'contains',
    occupancyId: 'equals',
  },
  sorts: ['createdAt', 'residentName', 'decidedAt'],
  defaultSort: '-createdAt',
  search: ['residentName', 'roomNo', 'place'],
  countBy: 'state',
  removable: false,
  commands: {
    approve: {
      permission: 'residentFace.review',
      asSeen: true,
      byHand: true,
      hindrance: ({ state }) => stepUnless(state === 'waiting', 'state'),
    },
    reject: {
      permission: 'residentFace.review',
      asSeen: true,
      byHand: true,
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: ({ state }) => stepUnless(state === 'waiting', 'state'),
    },
    erase: {
      permission: 'residentFace.review',
      byHand: true,
      hindrance: ({ state }) => stepUnless(state !== 'erased', 'state'),
    },
  },
})
