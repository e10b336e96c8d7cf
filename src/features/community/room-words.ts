// What rooms are, and what is the matter with them, in words.
import { msg } from '@lingui/core/macro'
import type { RoomKind, RoomState } from '../../domain/community/room.ts'
import type { Word } from '../../resource/view.ts'

export const roomKindWords = {
  home: msg({ context: 'room', message: 'Home' }),
  shop: msg({ context: 'room', message: 'Shop' }),
  office: msg({ context: 'room', message: 'Office' }),
  garage: msg({ context: 'room', message: 'Garage' }),
  other: msg({ context: 'room', message: 'Other' }),
} as const satisfies Record<RoomKind, unknown>

export const roomStateWords = {
  alarm: { label: msg({ context: 'room', message: 'Alarm' }), tone: 'critical' },
  waiting: { label: msg({ context: 'room', message: 'Waiting for the door' }), tone: 'warning' },
  owing: { label: msg({ context: 'room', message: 'Owing' }), tone: 'attention' },
  tenant: { label: msg({ context: 'room', message: 'Tenant' }), tone: 'info' },
  owner: { label: msg({ context: 'room', message: 'Owner' }), tone: 'off' },
  empty: { label: msg({ context: 'room', message: 'Empty' }), tone: 'off' },
} as const satisfies Record<RoomState, Word>

export const residentRoleWords = {
  owner: msg({ context: 'resident', message: 'Owner' }),
  tenant: msg({ context: 'resident', message: 'Tenant' }),
  family: msg({ context: 'resident', message: 'Family' }),
} as const
