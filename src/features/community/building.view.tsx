// Words and looks of buildings and their units.
import { msg } from '@lingui/core/macro'
import { building, unit } from '../../domain/community/building.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { viewOf } from '../../resource/view.ts'
import { BuildingTabs } from './building-tabs.tsx'

const count = { type: 'number', align: 'end', width: 100 } as const

export const buildingView = viewOf(building, {
  title: msg({ context: 'page', message: 'Buildings' }),
  titleOne: msg`Building`,
  icon: 'building',
  add: msg`Add building`,
  removeQuestion: msg`Delete the building?`,
  empty: {
    title: msg`No buildings yet`,
    why: msg`Make them with all their units and rooms from the community, or add one by hand.`,
    icon: 'building',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'building',
      width: 160,
      fixed: 'left',
      required: true,
    },
    { of: 'communityName', label: msg`Community`, width: 180 },
    { of: 'floors', label: msg`Floors`, ...count },
    { of: 'units', label: msg({ context: 'page', message: 'Units' }), ...count },
    { of: 'rooms', label: msg({ context: 'page', message: 'Rooms' }), ...count },
    { of: 'occupied', label: msg`Occupied`, ...count },
    { of: 'sort', label: msg`Order`, ...count, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'building', title: 'name', detail: ['communityName', 'rooms'] },
  filters: { communityId: msg`Community`, name: msg`Name` },
  initial: { sort: 0 },
  form: [
    { of: 'communityId', label: msg`Community`, locked: true },
    { of: 'name', label: msg`Name` },
    { of: 'floors', label: msg`Floors`, kind: 'integer', hint: msg`Above the ground` },
    { of: 'sort', label: msg`Order`, kind: 'integer' },
  ],
  slots: { listHeader: () => <BuildingTabs current="list" /> },
})

export const unitView = viewOf(unit, {
  title: msg({ context: 'page', message: 'Units' }),
  titleOne: msg({ context: 'community', message: 'Unit' }),
  icon: 'layers',
  add: msg`Add unit`,
  removeQuestion: msg`Delete the unit?`,
  empty: { title: msg`No units yet`, icon: 'layers' },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'layers',
      width: 140,
      fixed: 'left',
      required: true,
    },
    { of: 'buildingName', label: msg`Building`, width: 140 },
    { of: 'communityName', label: msg`Community`, width: 180 },
    { of: 'deviceName', label: msg`Door unit`, width: 180 },
    { of: 'deviceState', label: msg`State`, width: 120 },
    { of: 'deviceImei', label: msg`IMEI`, type: 'code', width: 170, quiet: true },
    { of: 'rooms', label: msg({ context: 'page', message: 'Rooms' }), ...count },
    { of: 'occupied', label: msg`Occupied`, ...count },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'layers',
    title: 'name',
    state: 'deviceState',
    detail: ['buildingName', 'communityName'],
  },
  words: { deviceState: stateWords },
  filters: { communityId: msg`Community`, buildingId: msg`Building`, name: msg`Name`, deviceImei: msg`IMEI` },
  initial: { sort: 0 },
  form: [
    { of: 'buildingId', label: msg`Building`, locked: true },
    { of: 'name', label: msg`Name` },
    { of: 'deviceId', label: msg`Door unit`, hint: msg`The one at its entrance` },
    { of: 'sort', label: msg`Order`, kind: 'integer' },
  ],
})
