// Words and looks of deliveries: one row a door and advertisement, by what the door itself confirms.
import { msg } from '@lingui/core/macro'
import { advertDelivery } from '../../domain/advert/delivery.ts'
import { viewOf } from '../../resource/view.ts'
import { deliveryWords } from './advert-words.ts'
import { DeliveryTabs } from './delivery-tabs.tsx'

export const deliveryView = viewOf(advertDelivery, {
  title: msg({ context: 'page', message: 'Advertisement delivery' }),
  titleOne: msg({ context: 'advert', message: 'Delivery' }),
  icon: 'forward',
  nameOf: 'deviceName',
  identifier: 'imei',
  empty: {
    title: msg`No door plays an advertisement yet`,
    why: msg`Add a campaign: it says which advertisement plays at which doors and when.`,
    icon: 'door',
  },
  columns: [
    {
      of: 'deviceName',
      label: msg`Door unit`,
      type: 'name',
      icon: () => 'door',
      width: 180,
      fixed: 'left',
      required: true,
    },
    { of: 'advertisementName', label: msg`Advertisement`, width: 180 },
    { of: 'state', label: msg`State`, width: 190 },
    { of: 'online', label: msg`Online`, width: 90 },
    { of: 'reason', label: msg`Reason`, width: 220 },
    { of: 'client', label: msg`Client`, width: 140, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true },
    { of: 'reportedAt', label: msg`Reported by the door`, type: 'date', width: 170, quiet: true },
    { of: 'imei', label: msg`IMEI`, width: 150, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'door',
    title: 'deviceName',
    state: 'state',
    detail: ['advertisementName', 'reason'],
    age: 'reportedAt',
  },
  words: { state: deliveryWords },
  filters: {
    state: msg`State`,
    advertisementId: msg`Advertisement`,
    deviceId: msg`Door unit`,
    departmentId: msg`Department`,
    deviceName: msg`Name of the door`,
  },
  actions: {
    resend: { label: msg`Send again`, icon: 'forward', primary: true, done: msg`The door is told again` },
  },
  slots: { listHeader: () => <DeliveryTabs current="doors" /> },
})
