// Words and looks of proof of play: a line a door, day and advertisement.
import { msg } from '@lingui/core/macro'
import { advertFigure } from '../../domain/advert/delivery.ts'
import { viewOf } from '../../resource/view.ts'
import { DeliveryTabs } from './delivery-tabs.tsx'
import { Length, lengthText } from './length.tsx'

export const figureView = viewOf(advertFigure, {
  title: msg`Proof of play`,
  titleOne: msg`Day of an advertisement at a door`,
  icon: 'report',
  nameOf: 'advertisementName',
  empty: {
    title: msg`Nothing was shown yet`,
    why: msg`Doors report every play once they are connected, also what they showed without a network.`,
    icon: 'report',
  },
  columns: [
    { of: 'day', label: msg`Day`, width: 110, required: true },
    { of: 'advertisementName', label: msg`Advertisement`, type: 'name', icon: () => 'video', width: 190 },
    { of: 'client', label: msg`Client`, width: 150 },
    { of: 'deviceName', label: msg`Door unit`, width: 170 },
    {
      of: 'plays',
      label: msg({ context: 'advert', message: 'Plays' }),
      type: 'number',
      width: 90,
      align: 'end',
    },
    { of: 'complete', label: msg`Complete plays`, type: 'number', width: 120, align: 'end' },
    { of: 'cut', label: msg`Cut, not billed`, type: 'number', width: 120, align: 'end' },
    {
      of: 'seconds',
      label: msg`Time shown`,
      width: 110,
      align: 'end',
      render: seconds => <Length ms={seconds * 1000} />,
      text: seconds => lengthText(seconds * 1000),
    },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true },
  ],
  card: {
    icon: () => 'video',
    title: 'advertisementName',
    state: 'complete',
    detail: ['deviceName', 'client', 'day'],
  },
  words: {},
  filters: {
    day: msg`Period`,
    client: msg`Client`,
    advertisementName: msg`Name`,
    advertisementId: msg`Advertisement`,
    deviceId: msg`Door unit`,
  },
  slots: { listHeader: () => <DeliveryTabs current="figures" /> },
})
