// Words and looks of tenants.

import { msg } from '@lingui/core/macro'
import { tenant } from '../../domain/access/access.ts'
import { scenarioWords } from '../../resource/scenario-words.ts'
import { viewOf } from '../../resource/view.ts'
import { ZoneField } from '../../resource/week-fields.tsx'
import { ownZone } from '../../ui/calendar.ts'
import { statusOptions, statusWords } from './access-words.ts'

export const tenantView = viewOf(tenant, {
  title: msg({ context: 'page', message: 'Tenants' }),
  titleOne: msg`Tenant`,
  icon: 'building',
  add: msg`Add tenant`,
  removeQuestion: msg`Delete the tenant? It must have no devices and no users.`,
  empty: {
    title: msg`No tenants yet`,
    why: msg`A tenant has its own devices, people and rights.`,
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
    { of: 'scenario', label: msg`Scenario`, width: 140 },
    { of: 'status', label: msg`Status`, width: 110 },
    { of: 'userCount', label: msg`Users`, type: 'number', align: 'end' },
    { of: 'deviceCount', label: msg`Devices`, type: 'number', align: 'end' },
    { of: 'messagesToday', label: msg`Messages today`, type: 'number', align: 'end' },
    { of: 'slowedToday', label: msg`Slowed today`, type: 'number', align: 'end', hidden: true },
    { of: 'refusedToday', label: msg`Refused today`, type: 'number', align: 'end' },
    { of: 'messagesPerMinute', label: msg`Messages a minute`, type: 'number', align: 'end', hidden: true },
    { of: 'phone', label: msg`Phone`, width: 130 },
    { of: 'address', label: msg`Address`, width: 240 },
    { of: 'zone', label: msg`Time zone`, width: 160, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'date', width: 160, hidden: true },
  ],
  card: { icon: () => 'building', title: 'name', state: 'status', detail: ['scenario', 'address'] },
  words: { status: statusWords, scenario: scenarioWords },
  filters: { status: msg`Status`, scenario: msg`Scenario`, name: msg`Name` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'scenario', label: msg`Scenario` },
    { of: 'phone', label: msg`Phone`, kind: 'phone' },
    { of: 'address', label: msg`Address` },
    {
      of: 'zone',
      label: msg`Time zone`,
      hint: msg`Packages of SIM cards begin and end with the days of this zone.`,
      render: control => <ZoneField control={control} />,
    },
    {
      of: 'cameraNetworks',
      label: msg`Networks of cameras`,
      hint: msg`Where this tenant's cameras may be, such as 10.20.0.0/16, separated by commas. Empty: nowhere.`,
    },
    {
      of: 'messagesPerMinute',
      label: msg`Messages a minute`,
      kind: 'integer',
      hint: msg`Of all its devices together. Beyond it readings and positions wait; SOS, alarms and calls never do. Empty: as the installation says.`,
    },
    { of: 'status', label: msg`Status`, kind: 'select', options: statusOptions },
  ],
  initial: { status: 'enabled', scenario: 'community', zone: ownZone() },
  actions: {
    disable: {
      label: msg`Disable`,
      icon: 'lock',
      critical: true,
      confirm: msg`Disable the tenant? All its people are logged out at once.`,
      done: msg`Disabled`,
      primary: true,
    },
    enable: {
      label: msg`Enable`,
      icon: 'unlock',
      done: msg`Enabled`,
      primary: true,
    },
  },
})
