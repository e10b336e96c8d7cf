// The tenant's own site: its name, logo, colours and links, first as they are being written, then as they are published.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { uploadedFile } from '../media/review.ts'
import { colour, safeAddress, siteLink } from './published-site.ts'

const MOST_LINKS = 8

const fields = {
  siteName: nonEmpty(30),
  logo: z.optional(z.nullable(z.union([uploadedFile, z.literal('')]))),
  accentWhite: z.optional(z.nullable(z.union([colour, z.literal('')]))),
  accentBlue: z.optional(z.nullable(z.union([colour, z.literal('')]))),
  welcome: z.optional(text(100)),
  links: z.optional(z.array(siteLink).check(z.maxLength(MOST_LINKS))),
  mallAddress: z.optional(z.nullable(z.union([safeAddress, z.literal('')]))),
}

export const website = defineEntity({
  key: 'website',
  service: 'user',
  permission: 'website',
  grants: { menu: 'website', property: ['read'] },
  page: {
    path: '/website',
    layout: 'console',
    titleZh: '官网设置',
    titleEn: 'Website',
    directory: 'Mall',
    icon: 'link',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    links: z.array(siteLink),
    state: z.enum(['draft', 'changed', 'live']),
    publishedAt: z.nullable(moment),
    publishedBy: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: {},
  sorts: ['createdAt'],
  defaultSort: 'createdAt',
  search: ['siteName'],
  removable: true,
  commands: {
    publish: { permission: 'website.save', hindrance: ({ state }) => needlessUnless(state !== 'live') },
    withdraw: { permission: 'website.save', hindrance: ({ state }) => needlessUnless(state !== 'draft') },
  },
})
