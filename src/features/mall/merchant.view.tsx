// Words and looks of merchants.
import { msg } from '@lingui/core/macro'
import { merchant } from '../../domain/mall/merchant.ts'
import { viewOf } from '../../resource/view.ts'
import { numberFormat } from '../../ui/locale.ts'
import { merchantStatusWords } from './mall-words.ts'
import { PermilleField } from './permille-field.tsx'

/** Thousandths as per cent. */
const percent = (permille: number, locale: string) =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(permille / 1000)

export const merchantView = viewOf(merchant, {
  title: msg({ context: 'page', message: 'Merchants' }),
  titleOne: msg`Merchant`,
  icon: 'building',
  add: msg`Add merchant`,
  removeQuestion: msg`Delete the merchant? It must have no goods.`,
  empty: {
    title: msg`No merchants yet`,
    why: msg`Goods belong to a merchant: add the first one, then its goods.`,
    icon: 'building',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'building',
      width: 200,
      fixed: 'left',
      required: true,
    },
    { of: 'status', label: msg`Status`, width: 120 },
    { of: 'onSaleCount', label: msg`On the shelf`, type: 'number', width: 130, align: 'end' },
    {
      of: 'goodsCount',
      label: msg({ context: 'page', message: 'Goods' }),
      type: 'number',
      width: 110,
      align: 'end',
    },
    { of: 'commissionPermille', label: msg`Commission`, width: 120, align: 'end', text: percent },
    { of: 'contactName', label: msg`Contact`, width: 120 },
    { of: 'phone', label: msg`Phone`, type: 'code', width: 140 },
    { of: 'address', label: msg`Address`, width: 220, quiet: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'building',
    title: 'name',
    state: 'status',
    detail: ['contactName', 'phone', 'onSaleCount'],
  },
  words: { status: merchantStatusWords },
  filters: { status: msg`Status`, name: msg`Name`, phone: msg`Phone` },
  initial: { commissionPermille: 0 },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'contactName', label: msg`Contact` },
    { of: 'phone', label: msg`Phone`, kind: 'phone' },
    { of: 'address', label: msg`Address` },
    { of: 'logo', label: msg`Logo`, kind: 'image' },
    {
      of: 'commissionPermille',
      label: msg`Commission`,
      render: control => <PermilleField control={control} name="commissionPermille" />,
    },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    suspend: {
      label: msg({ context: 'merchant', message: 'Suspend' }),
      icon: 'pause',
      primary: true,
      confirm: msg`Suspend the merchant? None of its goods is for sale until it is opened again.`,
      done: msg({ context: 'merchant', message: 'Suspended' }),
    },
    open: { label: msg({ context: 'merchant', message: 'Open' }), icon: 'play', primary: true },
    close: {
      label: msg({ context: 'merchant', message: 'Close' }),
      icon: 'stop',
      critical: true,
      confirm: msg`Close the merchant? None of its goods is for sale any more.`,
      done: msg({ context: 'merchant', message: 'Closed' }),
    },
  },
})
