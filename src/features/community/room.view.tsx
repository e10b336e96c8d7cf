// Words and looks of rooms, and of the doors at which they are called.
import { msg } from '@lingui/core/macro'
import { room, roomDoor } from '../../domain/community/room.ts'
import { viewOf } from '../../resource/view.ts'
import { RoomPeople } from './room-people.tsx'
import { RoomTabs } from './room-tabs.tsx'
import { roomKindWords, roomStateWords } from './room-words.ts'

export const roomView = viewOf(room, {
  title: msg({ context: 'page', message: 'Rooms' }),
  titleOne: msg({ context: 'community', message: 'Room' }),
  icon: 'home',
  add: msg`Add room`,
  removeQuestion: msg`Delete the room?`,
  empty: {
    title: msg`No rooms yet`,
    why: msg`Make those of a whole building at once, import them, or add one.`,
    icon: 'home',
  },
  columns: [
    {
      of: 'roomNo',
      label: msg`Number`,
      type: 'name',
      icon: () => 'home',
      width: 120,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 150 },
    { of: 'communityName', label: msg`Community`, width: 160 },
    { of: 'buildingName', label: msg`Building`, width: 110 },
    { of: 'unitName', label: msg({ context: 'community', message: 'Unit' }), width: 100 },
    { of: 'floorNo', label: msg`Floor`, type: 'number', align: 'end', width: 90 },
    { of: 'kind', label: msg`Kind`, width: 100 },
    { of: 'area', label: msg`Area (m²)`, type: 'number', align: 'end', width: 110, quiet: true },
    { of: 'owners', label: msg`Owners`, type: 'list', width: 160 },
    { of: 'tenants', label: msg`Tenants`, type: 'list', width: 160 },
    { of: 'doors', label: msg`Doors`, type: 'number', align: 'end', width: 90, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'home',
    title: 'roomNo',
    state: 'state',
    detail: ['buildingName', 'unitName', 'owners'],
  },
  words: { state: roomStateWords, kind: roomKindWords },
  filters: {
    state: msg`State`,
    communityId: msg`Community`,
    buildingId: msg`Building`,
    unitId: msg({ context: 'community', message: 'Unit' }),
    roomNo: msg`Number`,
    kind: msg`Kind`,
    floorNo: msg`Floor`,
  },
  initial: { kind: 'home' },
  form: [
    {
      of: 'unitId',
      label: msg({ context: 'community', message: 'Unit' }),
      hint: msg`In a sheet the whole way: community/building/unit`,
    },
    { of: 'floorNo', label: msg`Floor`, kind: 'integer', hint: msg`-1 is the first basement` },
    { of: 'roomNo', label: msg`Number` },
    { of: 'kind', label: msg`Kind` },
    { of: 'area', label: msg`Area`, kind: 'decimal', unit: 'm²' },
  ],
  slots: { listHeader: () => <RoomTabs current="rooms" />, peek: ({ row }) => <RoomPeople id={row.id} /> },
})

export const roomDoorView = viewOf(roomDoor, {
  title: msg`Doors of rooms`,
  titleOne: msg`Door of a room`,
  icon: 'door',
  add: msg`Add door`,
  removeQuestion: msg`Delete the door of the room? It is no longer called there.`,
  empty: { title: msg`No door calls this room yet`, icon: 'door' },
  columns: [
    {
      of: 'callNumber',
      label: msg`Call number`,
      type: 'name',
      icon: () => 'door',
      width: 130,
      required: true,
    },
    { of: 'deviceName', label: msg`Door unit`, width: 180 },
    { of: 'roomNo', label: msg({ context: 'community', message: 'Room' }), width: 110 },
    { of: 'place', label: msg`Place`, width: 220, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'door', title: 'callNumber', detail: ['deviceName', 'roomNo'] },
  filters: {
    callNumber: msg`Call number`,
    roomId: msg({ context: 'community', message: 'Room' }),
    deviceId: msg`Door unit`,
  },
  form: [
    { of: 'roomId', label: msg({ context: 'community', message: 'Room' }), locked: true },
    { of: 'deviceId', label: msg`Door unit` },
    { of: 'callNumber', label: msg`Call number`, kind: 'digits' },
  ],
  slots: { listHeader: () => <RoomTabs current="doors" /> },
})
