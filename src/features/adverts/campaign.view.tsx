// Words and looks of campaigns.
import { msg } from '@lingui/core/macro'
import { advertCampaign } from '../../domain/advert/campaign.ts'
import { MINUTES_OF_A_DAY } from '../../domain/advert/manifest.ts'
import { TimeControl } from '../../resource/date-fields.tsx'
import { viewOf } from '../../resource/view.ts'
import { DaysField } from '../../resource/week-fields.tsx'
import { clockOf } from '../../ui/week.ts'
import { advertWords } from './advert-words.ts'
import { ClearedField, DoorsField } from './campaign-fields.tsx'
import { CampaignPeek } from './campaign-peek.tsx'
import { DeliveryTabs } from './delivery-tabs.tsx'

export const campaignView = viewOf(advertCampaign, {
  title: msg`Campaigns`,
  titleOne: msg`Campaign`,
  icon: 'list',
  add: msg`Add campaign`,
  nameOf: 'name',
  removeQuestion: msg`Delete the campaign? Its doors stop playing the advertisement. The figures stay.`,
  draft: true,
  empty: {
    title: msg`No campaigns yet`,
    why: msg`A campaign says which advertisement plays at which doors, on which days and hours.`,
    icon: 'list',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'list',
      width: 180,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'advertisementName', label: msg`Advertisement`, width: 170 },
    { of: 'client', label: msg`Client`, width: 140 },
    { of: 'fromOn', label: msg`From`, width: 110 },
    { of: 'untilOn', label: msg`Until`, width: 110 },
    {
      of: 'fromMinute',
      label: msg`Hours`,
      width: 120,
      render: (_, { fromMinute, untilMinute }) => (
        <bdi dir="ltr">{`${clockOf(fromMinute)} – ${clockOf(untilMinute)}`}</bdi>
      ),
    },
    { of: 'weight', label: msg`Weight`, type: 'number', width: 80, align: 'end' },
    { of: 'doors', label: msg`Doors`, type: 'number', width: 80, align: 'end' },
    { of: 'doorsConfirmed', label: msg`Confirmed by doors`, type: 'number', width: 130, align: 'end' },
    {
      of: 'communityNames',
      label: msg({ context: 'campaign', message: 'Communities' }),
      type: 'list',
      width: 160,
      quiet: true,
      hidden: true,
    },
    { of: 'departmentNames', label: msg`Departments`, type: 'list', width: 160, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'list',
    title: 'name',
    state: 'state',
    detail: ['advertisementName', 'client', 'fromOn', 'untilOn'],
  },
  words: {
    state: {
      running: { label: msg({ context: 'campaign', message: 'Running' }), tone: 'ok' },
      planned: { label: msg({ context: 'campaign', message: 'Planned' }), tone: 'new' },
      stopped: { label: msg({ context: 'campaign', message: 'Stopped' }), tone: 'warning' },
      over: { label: msg({ context: 'campaign', message: 'Over' }), tone: 'off' },
    },
    advertState: advertWords,
    doorsBy: {
      all: msg`All door units`,
      communities: msg`By community`,
      departments: msg`By department`,
      chosen: msg`Chosen one by one`,
    },
  },
  filters: { state: msg`State`, name: msg`Name`, advertisementId: msg`Advertisement`, fromOn: msg`From` },
  initial: {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    fromMinute: 8 * 60,
    untilMinute: MINUTES_OF_A_DAY - 2 * 60,
    weight: 1,
    doorsBy: 'all',
  },
  form: [
    { of: 'name', label: msg`Name` },
    {
      of: 'advertisementId',
      label: msg`Advertisement`,
      render: control => <ClearedField control={control} />,
    },
    {
      title: msg`When`,
      fields: [
        { of: 'fromOn', label: msg`From` },
        { of: 'untilOn', label: msg`Until` },
        { of: 'weekdays', label: msg`Days`, render: control => <DaysField control={control} /> },
        { of: 'fromMinute', label: msg`From (time)`, render: control => <TimeControl control={control} /> },
        { of: 'untilMinute', label: msg`Until (time)`, render: control => <TimeControl control={control} /> },
        { of: 'weight', label: msg`Weight`, hint: msg`2 plays twice as often as 1 beside it` },
      ],
    },
    {
      title: msg`Where`,
      fields: [
        { of: 'doorsBy', label: msg`Doors` },
        {
          of: 'communityIds',
          label: msg({ context: 'campaign', message: 'Communities' }),
          hint: msg`All doors of their units and rooms, those that come later too`,
          when: values => values.doorsBy === 'communities',
        },
        {
          of: 'departmentIds',
          label: msg`Departments`,
          hint: msg`With all departments below them`,
          when: values => values.doorsBy === 'departments',
        },
        {
          of: 'deviceIds',
          label: msg`Door units`,
          when: values => values.doorsBy === 'chosen',
          render: control => <DoorsField control={control} />,
        },
      ],
    },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    stop: {
      label: msg({ context: 'campaign', message: 'Stop' }),
      icon: 'pause',
      primary: true,
      done: msg({ context: 'campaign', message: 'Stopped' }),
    },
    resume: { label: msg({ context: 'campaign', message: 'Resume' }), icon: 'play', primary: true },
  },
  slots: {
    listHeader: () => <DeliveryTabs current="campaigns" />,
    peek: ({ row }) => <CampaignPeek campaign={row} />,
  },
})
