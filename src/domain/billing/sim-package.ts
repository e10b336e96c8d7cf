// What can be bought for a card: data, SMS and voice. The platform offers, tenants buy.
import * as z from 'zod/mini'
import { operator } from '../device/device.ts'
import { defineEntity } from '../entity.ts'
import { nonEmpty, rowBase, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'

export const packageType = z.enum(['data', 'addOn', 'topUp'])
/** What the text side of a package holds. */
export const packageContent = z.enum(['smsAndVoice', 'sms', 'voice'])
export const packageLanguage = z.enum(['zh', 'en', 'ru', 'de', 'fr', 'ar', 'es'])
export const packageStatus = z.enum(['disabled', 'enabled', 'deleted'])

const count = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(10_000_000))))

const fields = {
  name: nonEmpty(60),
  type: packageType,
  content: z.optional(z.nullable(packageContent)),
  /** Fen. */
  price: z.int().check(z.minimum(0), z.maximum(100_000_000)),
  /** How long it holds from its start. */
  validityDays: z.int().check(z.minimum(1), z.maximum(3660)),
  megabytes: count,
  /** Hundredths: carriers count 1 MB as so many; 100 is plain. */
  multiplier: z.int().check(z.minimum(1), z.maximum(10_000)),
  smsCount: count,
  voiceMinutes: count,
  carrier: z.optional(z.nullable(operator)),
  cardType: z.optional(text(40)),
  language: packageLanguage,
  note: z.optional(text(500)),
  sort: z.int().check(z.minimum(0), z.maximum(100_000)),
}

export const simPackage = defineEntity({
  key: 'simPackage',
  service: 'iotCard',
  permission: 'simPackage',
  grants: { menu: 'Package', property: ['read'], platform: ['save', 'remove'] },
  page: {
    path: '/Package',
    layout: 'console',
    titleZh: '套餐管理',
    titleEn: 'Packages',
    directory: 'Cards & bills',
    after: 'DeviceSim',
  },
  offline: 'none',
  owner: 'platform',
  schema: z.object({ ...rowBase, ...fields, status: packageStatus, sold: z.int() }),
  write: z.object(fields),
  filters: { name: 'contains', type: 'oneOf', status: 'oneOf', carrier: 'oneOf', language: 'oneOf' },
  sorts: ['sort', 'name', 'price', 'type', 'validityDays', 'sold', 'createdAt'],
  defaultSort: 'sort',
  search: ['name', 'note', 'cardType'],
  countBy: 'type',
  removable: true,
  commands: {
    enable: {
      permission: 'simPackage.save',
      undo: 'disable',
      hindrance: ({ status }) => stepUnless(status === 'disabled'),
    },
    disable: {
      permission: 'simPackage.save',
      undo: 'enable',
      hindrance: ({ status }) => stepUnless(status === 'enabled'),
    },
  },
})
