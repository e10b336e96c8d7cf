// Words and looks of communities.
import { msg } from '@lingui/core/macro'
import { community } from '../../domain/community/community.ts'
import { usualPatterns } from '../../domain/community/patterns.ts'
import { viewOf } from '../../resource/view.ts'
import { MakeRoomsButton } from './make-rooms-button.tsx'
import { RegionField } from './region-field.tsx'

const count = { type: 'number', align: 'end', width: 100 } as const

export const communityView = viewOf(community, {
  title: msg({ context: 'page', message: 'Communities' }),
  titleOne: msg`Community`,
  icon: 'building',
  add: msg`Add community`,
  removeQuestion: msg`Delete the community?`,
  empty: {
    title: msg`No communities yet`,
    why: msg`Add one; then its buildings, units and rooms are made from its naming rules.`,
    icon: 'building',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'building',
      width: 180,
      fixed: 'left',
      required: true,
    },
    { of: 'address', label: msg`Address`, width: 220 },
    { of: 'buildings', label: msg({ context: 'page', message: 'Buildings' }), ...count },
    { of: 'units', label: msg({ context: 'page', message: 'Units' }), ...count },
    { of: 'rooms', label: msg({ context: 'page', message: 'Rooms' }), ...count },
    { of: 'occupied', label: msg`Occupied`, ...count },
    { of: 'floors', label: msg`Floors`, ...count, quiet: true },
    { of: 'area', label: msg`Area (m²)`, ...count, width: 110, quiet: true },
    { of: 'electricityRate', label: msg`Electricity (¥/kWh)`, ...count, width: 140, quiet: true },
    { of: 'waterRate', label: msg`Water (¥/t)`, ...count, width: 120, quiet: true },
    { of: 'companyName', label: msg`Property company`, width: 180, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'building', title: 'name', detail: ['rooms', 'address'] },
  filters: { name: msg`Name`, address: msg`Address` },
  initial: usualPatterns,
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'regionCode', label: msg`Region`, render: control => <RegionField control={control} /> },
    { of: 'address', label: msg`Address` },
    { of: 'area', label: msg`Area`, kind: 'integer', unit: 'm²' },
    {
      title: msg`Naming rules`,
      fields: [
        { of: 'buildingPattern', label: msg`Buildings`, hint: msg`'{number}' stands for the number` },
        { of: 'unitPattern', label: msg`Units`, hint: msg`'{number}' stands for the number` },
        {
          of: 'roomPattern',
          label: msg`Rooms`,
          hint: msg`'{floor}' and '{room:2}': the floor, and the number of the room with two digits`,
        },
      ],
    },
    {
      title: msg`Fee rates`,
      fields: [
        { of: 'electricityRate', label: msg`Electricity`, kind: 'decimal', unit: '¥/kWh' },
        { of: 'waterRate', label: msg`Water`, kind: 'decimal', unit: '¥/t' },
      ],
    },
    { of: 'departmentId', label: msg`Department`, hint: msg`Left empty, the community gets one of its own` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  slots: { actions: ({ row }) => <MakeRoomsButton communityId={row.id} /> },
})
