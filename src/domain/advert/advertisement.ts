// Advertisements: whose they are, the video, what is paid for it, and what became of the review.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless, stepUnless } from '../hindrance.ts'
import { uploadedFile } from '../media/review.ts'

export const advertGrants: PermissionGrants = {
  menu: 'advertisementManagement',
  property: ['read', 'save', 'review', 'export', 'remove'],
  duty: ['read'],
}

/** In the order of its digits 0 to 3 (console specification, section 4). */
export const advertState = z.enum(['pending', 'passed', 'failed', 'delivered'])
export type AdvertState = z.output<typeof advertState>

/** What doors play: found in the file, whatever it is called. */
export const advertCodec = z.enum(['avc', 'vp8', 'vp9'])
export type AdvertCodec = z.output<typeof advertCodec>

export type AdvertContainer = 'mp4' | 'webm'

/** Browsers play each of these in its own container only, whatever else a container may hold. */
export const containersOf: Readonly<Record<AdvertCodec, readonly AdvertContainer[]>> = {
  avc: ['mp4'],
  vp8: ['webm'],
  vp9: ['webm', 'mp4'],
}

export const LONGEST_ADVERT_MS = 5 * 60_000
export const SHORTEST_ADVERT_MS = 1_000
const MOST_FEE = 100_000_000_00

const fields = {
  name: nonEmpty(60),
  /** Who pays for it. */
  client: nonEmpty(60),
  /** Where its video was uploaded; a new one has to be reviewed anew. */
  url: uploadedFile.check(z.minLength(1, { error: 'required' })),
  poster: z.optional(z.nullable(uploadedFile)),
  /** In fen. */
  fee: z.int().check(z.minimum(0), z.maximum(MOST_FEE)),
  note: z.optional(z.nullable(text(500))),
}

/** Doors may play it. */
export const isCleared = (state: AdvertState): boolean => state === 'passed' || state === 'delivered'

export const advertisement = defineEntity({
  key: 'advertisement',
  service: 'advert',
  permission: 'advertisement',
  grants: advertGrants,
  page: {
    path: '/advertisementManagement',
    layout: 'console',
    titleZh: '广告管理',
    titleEn: 'Advertisements',
    directory: 'Advertising',
    first: true,
    icon: 'video',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    state: advertState,
    reason: z.nullable(z.string()),
    contentType: z.string(),
    codec: advertCodec,
    bytes: z.int(),
    /** Measured in the file. */
    ms: z.int(),
    width: z.int(),
    height: z.int(),
    sha256: z.string(),
    /** No door plays it any more, from this moment on. */
    withdrawnAt: z.nullable(moment),
    judgedByName: z.nullable(z.string()),
    judgedAt: z.nullable(moment),
    userName: z.string(),
    /** Doors that are to play it, and those that have confirmed it. */
    doors: z.int(),
    doorsConfirmed: z.int(),
    /** Complete plays so far. */
    plays: z.int(),
  }),
  write: z.object(fields),
  filters: { name: 'contains', client: 'contains', state: 'oneOf', createdAt: 'range' },
  sorts: ['name', 'client', 'fee', 'ms', 'state', 'createdAt'],
  defaultSort: '-createdAt',
  search: ['name', 'client', 'note'],
  countBy: 'state',
  shownIn: ['advertCampaign', 'advertDelivery'],
  removable: true,
  commands: {
    approve: {
      permission: 'advertisement.review',
      asSeen: true,
      hindrance: ({ state }) => needlessUnless(!isCleared(state)),
    },
    reject: {
      permission: 'advertisement.review',
      asSeen: true,
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: ({ state }) => needlessUnless(state !== 'failed'),
    },
    withdraw: {
      permission: 'advertisement.review',
      undo: 'release',
      hindrance: ({ state, withdrawnAt }) =>
        stepUnless(isCleared(state), 'state') ?? needlessUnless(withdrawnAt === null),
    },
    release: {
      permission: 'advertisement.review',
      hindrance: ({ withdrawnAt }) => needlessUnless(withdrawnAt !== null),
    },
  },
})

/** What an upload was found to be. */
export const uploadedAdvert = z.object({
  sha256: z.string(),
  ms: z.int(),
  codec: advertCodec,
  width: z.int(),
  height: z.int(),
})
